// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;

/// How event loops reach the sockets of the operating system.
enum SocketTransport {
  /// Linux by its own calls, without the JDK's selector and channels in front of them.
  EPOLL {
    @Override
    IoHandlerFactory handlers() {
      return EpollIoHandler.newFactory();
    }

    @Override
    Class<? extends ServerChannel> listeners() {
      return EpollServerSocketChannel.class;
    }
  },

  /// The JDK's, which works everywhere.
  NIO {
    @Override
    IoHandlerFactory handlers() {
      return NioIoHandler.newFactory();
    }

    @Override
    Class<? extends ServerChannel> listeners() {
      return NioServerSocketChannel.class;
    }
  };

  /// The quickest that there is here.
  static SocketTransport available() {
    return Epoll.isAvailable() ? EPOLL : NIO;
  }

  abstract IoHandlerFactory handlers();

  abstract Class<? extends ServerChannel> listeners();
}
