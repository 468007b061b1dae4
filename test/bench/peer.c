/*
 * The server of the transfer benchmarks. It discards request bodies without copying them (recv with MSG_TRUNC) and sends a file with
 * sendfile. It is therefore faster than any client. It uses one thread per connection, keep-alive and only the loopback interface. It
 * prints its port and exits when its standard input ends.
 *
 *   peer FILE      PUT /: discards the body      GET /: sends FILE
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAD_BYTES 65536
#define SKIP_BYTES (4 * 1024 * 1024)

static const char *served_path;

static int send_all(int socket_fd, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t sent = send(socket_fd, bytes, length, MSG_NOSIGNAL);
    if (sent <= 0) return -1;
    bytes += sent;
    length -= (size_t)sent;
  }
  return 0;
}

/* Discards `length` bytes without copying them out of the kernel. */
static int skip(int socket_fd, uint64_t length) {
  while (length > 0) {
    size_t wish = length < SKIP_BYTES ? (size_t)length : SKIP_BYTES;
    ssize_t got = recv(socket_fd, NULL, wish, MSG_TRUNC);
    if (got <= 0) return -1;
    length -= (uint64_t)got;
  }
  return 0;
}

static int give_file(int socket_fd) {
  int file = open(served_path, O_RDONLY);
  struct stat about;
  if (file < 0 || fstat(file, &about) != 0) return -1;
  char head[256];
  int head_length = snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\ncontent-type: application/octet-stream\r\ncontent-length: %lld\r\n\r\n", (long long)about.st_size);
  int result = send_all(socket_fd, head, (size_t)head_length);
  off_t offset = 0;
  while (result == 0 && offset < about.st_size) {
    if (sendfile(socket_fd, file, &offset, (size_t)(about.st_size - offset)) <= 0) result = -1;
  }
  close(file);
  return result;
}

static void *serve(void *argument) {
  int socket_fd = (int)(intptr_t)argument;
  char head[HEAD_BYTES + 1];
  size_t filled = 0;
  for (;;) {
    char *end = NULL;
    while (end == NULL) {
      if (filled == HEAD_BYTES) goto done;
      ssize_t got = recv(socket_fd, head + filled, HEAD_BYTES - filled, 0);
      if (got <= 0) goto done;
      filled += (size_t)got;
      head[filled] = 0;
      end = memmem(head, filled, "\r\n\r\n", 4);
    }
    size_t head_length = (size_t)(end - head) + 4;
    uint64_t body = 0;
    *end = 0;
    char *length = strcasestr(head, "\r\ncontent-length:");
    if (length != NULL) body = strtoull(length + 17, NULL, 10);
    int waits = strcasestr(head, "\r\nexpect: 100-continue") != NULL;
    int is_get = strncmp(head, "GET ", 4) == 0;
    size_t extra = filled - head_length;
    if (waits && extra == 0 && send_all(socket_fd, "HTTP/1.1 100 Continue\r\n\r\n", 25) != 0) break;
    if (extra <= body) {
      if (skip(socket_fd, body - extra) != 0) break;
      filled = 0;
    } else {
      filled = extra - (size_t)body;
      memmove(head, head + head_length + body, filled);
    }
    if (is_get ? give_file(socket_fd) != 0 : send_all(socket_fd, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", 38) != 0) break;
  }
done:
  close(socket_fd);
  return NULL;
}

static void *end_with_input(void *unused) {
  char byte;
  (void)unused;
  while (read(0, &byte, 1) > 0) continue;
  exit(0);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  served_path = arguments[1];
  signal(SIGPIPE, SIG_IGN);
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, length) != 0 || listen(listener, 64) != 0) return 1;
  getsockname(listener, (struct sockaddr *)&address, &length);
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  pthread_t thread;
  pthread_create(&thread, NULL, end_with_input, NULL);
  for (;;) {
    int socket_fd = accept(listener, NULL, NULL);
    if (socket_fd < 0) continue;
    int on = 1;
    setsockopt(socket_fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    pthread_create(&thread, NULL, serve, (void *)(intptr_t)socket_fd);
    pthread_detach(thread);
  }
}
