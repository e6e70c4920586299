// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.jobs.graph;

import io.autocdc.jobs.graph.LineageGraph.Edge;
import io.autocdc.jobs.graph.LineageGraph.Kind;
import io.autocdc.jobs.graph.LineageGraph.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Places nodes in layers from left to right: each behind all that it reads, flows in one layer and
 * tables in the last. An edge over several layers has a waypoint in each of those between. Within a
 * layer the order is that with the fewest crossings that sweeps over barycenters find; then nodes
 * move as near to their neighbours as the order and the gaps allow.
 */
final class LayeredLayout {

  private static final int SWEEPS = 12;
  private static final int MOVES = 12;

  /**
   * Something that has a place.
   *
   * @param node the node; null for a waypoint of an edge
   * @param height its height in px
   */
  record Item(int layer, Node node, int height, List<Item> before, List<Item> behind) {

    private static Item of(int layer, Node node, int height) {
      return new Item(layer, node, height, new ArrayList<>(), new ArrayList<>());
    }

    private void leadTo(Item next) {
      behind.add(next);
      next.before.add(this);
    }

    /** Two items are never equal: waypoints are all alike. */
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private final int gap;
  private final List<List<Item>> layers = new ArrayList<>();

  /** The way of each edge, both ends included. */
  private final Map<Edge, List<Item>> ways = new LinkedHashMap<>();

  private final Map<Item, Double> centers = new LinkedHashMap<>();

  /**
   * @param heights height of the box of each node, in px
   * @param gap the least distance of two boxes in a layer, in px
   */
  LayeredLayout(LineageGraph graph, Map<Node, Integer> heights, int gap) {
    this.gap = gap;
    int[] rank = rank(graph);
    for (int i = 0; i <= Arrays.stream(rank).max().orElse(0); i++) {
      layers.add(new ArrayList<>());
    }
    Map<Integer, Item> items = new LinkedHashMap<>();
    for (Node node : graph.nodes()) {
      Item item = Item.of(rank[node.index()], node, heights.get(node));
      items.put(node.index(), item);
      layers.get(item.layer()).add(item);
    }
    for (Edge edge : graph.edges()) {
      ways.put(edge, way(items.get(edge.from()), items.get(edge.to())));
    }
    order();
    place();
  }

  /** The layers from left to right, each from top to bottom. */
  List<List<Item>> layers() {
    return layers;
  }

  Map<Edge, List<Item>> ways() {
    return ways;
  }

  /** Where the middle of an item stands, in px below the top of the picture. */
  double center(Item item) {
    return centers.get(item);
  }

  /** Where the lowest box ends, in px below the top of the picture. */
  double height() {
    return centers.entrySet().stream()
        .mapToDouble(e -> e.getValue() + e.getKey().height() / 2.0)
        .max()
        .orElse(0);
  }

  private static int[] rank(LineageGraph graph) {
    int[] rank = new int[graph.nodes().size()];
    longestPaths(graph, rank);
    int flows = most(graph, rank, kind -> kind == Kind.FLOW);
    for (Node node : graph.nodes()) {
      switch (node.kind()) {
        case FLOW -> rank[node.index()] = flows;
        case TARGET, QUARANTINE -> rank[node.index()] = flows + 1;
        default -> {
          // Where the longest path ends.
        }
      }
    }
    return rank;
  }

  /** In the list, nodes stand behind all that they read. */
  private static void longestPaths(LineageGraph graph, int[] rank) {
    for (Node node : graph.nodes()) {
      for (Node before : graph.predecessors(node)) {
        rank[node.index()] = Math.max(rank[node.index()], rank[before.index()] + 1);
      }
    }
  }

  private static int most(LineageGraph graph, int[] rank, Function<Kind, Boolean> of) {
    return graph.nodes().stream()
        .filter(node -> of.apply(node.kind()))
        .mapToInt(node -> rank[node.index()])
        .max()
        .orElse(0);
  }

  private List<Item> way(Item from, Item to) {
    List<Item> way = new ArrayList<>(List.of(from));
    for (int layer = from.layer() + 1; layer < to.layer(); layer++) {
      Item waypoint = Item.of(layer, null, 0);
      layers.get(layer).add(waypoint);
      way.add(waypoint);
    }
    way.add(to);
    for (int i = 1; i < way.size(); i++) {
      way.get(i - 1).leadTo(way.get(i));
    }
    return way;
  }

  private void order() {
    List<List<Item>> best = copy();
    int fewest = crossings();
    for (int sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
      boolean right = sweep % 2 == 0;
      for (int i = 1; i < layers.size(); i++) {
        List<Item> fixed = layers.get(right ? i - 1 : layers.size() - i);
        List<Item> moved = layers.get(right ? i : layers.size() - 1 - i);
        Map<Item, Double> wish = new LinkedHashMap<>();
        for (int p = 0; p < moved.size(); p++) {
          List<Item> neighbours = right ? moved.get(p).before() : moved.get(p).behind();
          wish.put(moved.get(p), neighbours.stream().mapToInt(fixed::indexOf).average().orElse(p));
        }
        moved.sort(Comparator.comparingDouble(wish::get));
      }
      int now = crossings();
      if (now < fewest) {
        fewest = now;
        best = copy();
      }
    }
    for (int i = 0; i < layers.size(); i++) {
      layers.set(i, best.get(i));
    }
  }

  private List<List<Item>> copy() {
    List<List<Item>> copy = new ArrayList<>();
    layers.forEach(layer -> copy.add(new ArrayList<>(layer)));
    return copy;
  }

  private int crossings() {
    int crossings = 0;
    for (int i = 1; i < layers.size(); i++) {
      List<int[]> ends = new ArrayList<>();
      List<Item> layer = layers.get(i);
      for (int from = 0; from < layers.get(i - 1).size(); from++) {
        for (Item to : layers.get(i - 1).get(from).behind()) {
          ends.add(new int[] {from, layer.indexOf(to)});
        }
      }
      for (int a = 0; a < ends.size(); a++) {
        for (int b = a + 1; b < ends.size(); b++) {
          crossings +=
              (ends.get(a)[0] - ends.get(b)[0]) * (ends.get(a)[1] - ends.get(b)[1]) < 0 ? 1 : 0;
        }
      }
    }
    return crossings;
  }

  private void place() {
    for (List<Item> layer : layers) {
      double top = 0;
      for (Item item : layer) {
        centers.put(item, top + item.height() / 2.0);
        top += item.height() + gap;
      }
    }
    for (int move = 0; move < MOVES; move++) {
      boolean right = move % 2 == 0;
      for (int i = 0; i < layers.size(); i++) {
        boolean last = move == MOVES - 1;
        approach(
            layers.get(right ? i : layers.size() - 1 - i),
            item -> last ? all(item) : right ? item.before() : item.behind());
      }
    }
    double top =
        centers.entrySet().stream()
            .mapToDouble(e -> e.getValue() - e.getKey().height() / 2.0)
            .min()
            .orElse(0);
    centers.replaceAll((item, center) -> center - top);
  }

  private static List<Item> all(Item item) {
    List<Item> all = new ArrayList<>(item.before());
    all.addAll(item.behind());
    return all;
  }

  /**
   * Moves the items of a layer to the places nearest to the means of their neighbours, by least
   * squares: neighbours in the layer that would overlap form a block, which stands at the mean of
   * what its items wish.
   */
  private void approach(List<Item> layer, Function<Item, List<Item>> neighbours) {
    List<Block> blocks = new ArrayList<>();
    for (Item item : layer) {
      double wish =
          neighbours.apply(item).stream()
              .mapToDouble(centers::get)
              .average()
              .orElse(centers.get(item));
      Block block = new Block(new ArrayList<>(List.of(item)), new ArrayList<>(List.of(wish)));
      while (!blocks.isEmpty() && last(blocks).end() + gap > block.start()) {
        block = blocks.remove(blocks.size() - 1).with(block);
      }
      blocks.add(block);
    }
    blocks.forEach(Block::settle);
  }

  private static Block last(List<Block> blocks) {
    return blocks.get(blocks.size() - 1);
  }

  /** Items without room between them. */
  private final class Block {
    private final List<Item> items;
    private final List<Double> wishes;

    Block(List<Item> items, List<Double> wishes) {
      this.items = items;
      this.wishes = wishes;
    }

    Block with(Block below) {
      items.addAll(below.items);
      wishes.addAll(below.wishes);
      return this;
    }

    /** Where the block begins, so that the items are as near to their wishes as can be. */
    double start() {
      double offset = 0;
      double sum = 0;
      for (int i = 0; i < items.size(); i++) {
        sum += wishes.get(i) - offset - items.get(i).height() / 2.0;
        offset += items.get(i).height() + gap;
      }
      return sum / items.size();
    }

    double end() {
      return start() + items.stream().mapToDouble(Item::height).sum() + gap * (items.size() - 1);
    }

    void settle() {
      double top = start();
      for (Item item : items) {
        centers.put(item, top + item.height() / 2.0);
        top += item.height() + gap;
      }
    }
  }
}
