// Licensed under the Apache License, Version 2.0. See LICENSE.
package io.autocdc.e2e.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The way to a broker, which can be shut: to all clients the broker is gone, and comes back. */
final class Gate implements AutoCloseable {

  private final ServerSocket front = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Set<Socket> passing = ConcurrentHashMap.newKeySet();
  private volatile int behind;
  private volatile boolean open = true;
  private volatile int refused;

  Gate() throws IOException {
    start(this::accept);
  }

  /** Where clients knock: host and port. */
  String address() {
    return front.getInetAddress().getHostAddress() + ":" + front.getLocalPort();
  }

  /** Tells where the gate leads to: a port of this machine. */
  void leadTo(int port) {
    behind = port;
  }

  void shut() {
    open = false;
    passing.forEach(Gate::closeQuietly);
    passing.clear();
  }

  void reopen() {
    open = true;
  }

  /** How many clients have found the gate shut. */
  int refused() {
    return refused;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = front.accept();
        if (open) {
          Socket broker = new Socket(front.getInetAddress(), behind);
          passing.add(client);
          passing.add(broker);
          start(() -> pump(client, broker));
          start(() -> pump(broker, client));
        } else {
          refused++;
          closeQuietly(client);
        }
      }
    } catch (IOException e) {
      shut(); // The test is over.
    }
  }

  private void pump(Socket from, Socket to) {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException e) {
      // One of the two has hung up.
    } finally {
      passing.remove(from);
      closeQuietly(to);
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed.
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "gate");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    front.close();
  }
}
