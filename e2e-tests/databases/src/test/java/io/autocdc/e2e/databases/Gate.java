// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.databases;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A port in front of a server, which lets some connections through and hangs up on all others. */
final class Gate implements Closeable {

  private final ServerSocket door;
  private final int server;

  /**
   * @param server port of the server
   * @param connections how many get through
   */
  Gate(int server, int connections) throws IOException {
    this.server = server;
    this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(() -> accept(connections));
  }

  int port() {
    return door.getLocalPort();
  }

  private void accept(int connections) throws IOException {
    for (int i = 0; !door.isClosed(); i++) {
      Socket client = door.accept();
      if (i < connections) {
        Socket behind = new Socket(InetAddress.getLoopbackAddress(), server);
        start(() -> pass(client, behind));
        start(() -> pass(behind, client));
      } else {
        client.close();
      }
    }
  }

  private static void pass(Socket from, Socket to) throws IOException {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      in.transferTo(out);
    }
  }

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // One of both sides has hung up.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}
