/*
 * A vario without a browser or a keyboard: signs its pilot in by a code and uploads a flight. Plain sockets and fixed
 * buffers, as on an ESP32 (lwip has the same calls; there, wrap the socket in esp_tls for https).
 *
 *   cc -Wall -o device device.c && ./device HOST PORT CLIENT_ID flight.igc
 *
 * TOKEN in the environment is one of an earlier sign-in. `npm run conformance` tries it under faults.
 */
#define _GNU_SOURCE
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static char answer[8192];

static int open_line(const char *host, const char *port) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found;
  if (getaddrinfo(host, port, &hints, &found) != 0) return -1;
  int line = -1;
  for (struct addrinfo *at = found; at && line < 0; at = at->ai_next) {
    line = socket(at->ai_family, at->ai_socktype, 0);
    if (line >= 0 && connect(line, at->ai_addr, at->ai_addrlen) != 0) {
      close(line);
      line = -1;
    }
  }
  freeaddrinfo(found);
  return line;
}

static int send_all(int line, const char *bytes, size_t length) {
  while (length > 0) {
    /* Without the flag a closed connection would end the program by SIGPIPE. */
    ssize_t sent = send(line, bytes, length, MSG_NOSIGNAL);
    if (sent <= 0) return -1;
    bytes += sent;
    length -= (size_t)sent;
  }
  return 0;
}

/* Sends one request and reads the answer to the end of the connection. The status, or -1 when the line broke. */
static int post(const char *host, const char *port, const char *path, const char *headers, const char *body, size_t length) {
  char head[1024];
  int line = open_line(host, port);
  if (line < 0) return -1;
  snprintf(head, sizeof head, "POST %s HTTP/1.1\r\nHost: %s:%s\r\nUser-Agent: example-device/1.0\r\n"
           "Connection: close\r\nContent-Length: %zu\r\n%s\r\n",
           path, host, port, length, headers);
  size_t got = 0;
  if (send_all(line, head, strlen(head)) == 0 && send_all(line, body, length) == 0) {
    ssize_t part;
    while (got < sizeof answer - 1 && (part = recv(line, answer + got, sizeof answer - 1 - got, 0)) > 0) got += (size_t)part;
  }
  close(line);
  answer[got] = 0;
  int status;
  return sscanf(answer, "HTTP/1.1 %d", &status) == 1 ? status : -1;
}

/* The text or number of a member. Enough for the flat answers of the OAuth endpoints; not a JSON parser. */
static int find_member(const char *name, char *value, size_t size) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":", name);
  const char *at = strstr(answer, key);
  if (!at) return -1;
  at += strlen(key);
  if (*at == '"') at++;
  size_t length = strcspn(at, "\",}");
  if (length >= size) return -1;
  memcpy(value, at, length);
  value[length] = 0;
  return 0;
}

static const char *FORM = "Content-Type: application/x-www-form-urlencoded\r\n";

static int sign_in(const char *host, const char *port, const char *client, char *token, size_t size) {
  char body[512], device_code[256], user_code[16], uri[256], number[16], error[64];
  snprintf(body, sizeof body, "client_id=%s&scope=flights:write", client);
  if (post(host, port, "/api/oauth/device_authorization", FORM, body, strlen(body)) != 200) return -1;
  if (find_member("device_code", device_code, sizeof device_code) || find_member("user_code", user_code, sizeof user_code) ||
      find_member("verification_uri", uri, sizeof uri) || find_member("interval", number, sizeof number))
    return -1;
  printf("Open %s and enter %s\n", uri, user_code);
  fflush(stdout);
  unsigned interval = (unsigned)atoi(number);
  for (;;) {
    sleep(interval);
    snprintf(body, sizeof body, "grant_type=urn:ietf:params:oauth:grant-type:device_code&client_id=%s&device_code=%s", client,
             device_code);
    int status = post(host, port, "/api/oauth/token", FORM, body, strlen(body));
    if (status == 200) return find_member("access_token", token, size);
    if (status != 400) continue; /* The line broke, or the service is busy: ask again. */
    if (find_member("error", error, sizeof error)) return -1;
    if (strcmp(error, "slow_down") == 0) interval += 5; /* RFC 8628 3.5: for every later request. */
    else if (strcmp(error, "authorization_pending") != 0) return -1;
  }
}

/* Seconds: as many as the service asks for, or else twice as many each time. */
static unsigned find_wait(int attempt) {
  const char *at = strcasestr(answer, "\r\nretry-after:");
  int seconds = at ? atoi(at + strlen("\r\nretry-after:")) : 0;
  return seconds > 0 ? (unsigned)seconds : 1u << attempt;
}

/* A Wi-Fi that wants a sign-in answers 200 to everything: only the service's own words count. */
static int is_done(int status) { return (status == 200 || status == 201) && strstr(answer, "\"data\"") != NULL; }

static char *read_file(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  *length = (size_t)ftell(file);
  rewind(file);
  char *bytes = malloc(*length + 1);
  if (bytes && fread(bytes, 1, *length, file) != *length) {
    free(bytes);
    bytes = NULL;
  }
  fclose(file);
  return bytes;
}

int main(int count, char **words) {
  if (count != 5) {
    fprintf(stderr, "device HOST PORT CLIENT_ID FILE\n");
    return 2;
  }
  const char *host = words[1], *port = words[2];
  char token[256], headers[512];
  const char *kept = getenv("TOKEN");
  if (kept) snprintf(token, sizeof token, "%s", kept);
  if (!kept && sign_in(host, port, words[3], token, sizeof token)) {
    fprintf(stderr, "Signing in failed: %s\n", answer);
    return 1;
  }
  size_t length;
  char *bytes = read_file(words[4], &length);
  if (!bytes) {
    perror(words[4]);
    return 1;
  }
  snprintf(headers, sizeof headers, "Authorization: Bearer %s\r\nContent-Type: application/octet-stream\r\n", token);
  /* The service knows a flight that it has: after a lost answer it is simply sent again. */
  int status = -1;
  for (int attempt = 0; attempt < 5; attempt++) {
    if (attempt > 0) sleep(find_wait(attempt));
    status = post(host, port, "/api/v1/flights/upload", headers, bytes, length);
    int is_foreign = (status == 200 || status == 201) && !is_done(status);
    if (status != -1 && status != 429 && status != 503 && !is_foreign) break;
  }
  free(bytes);
  printf("%s\n", !is_done(status) ? answer : status == 201 ? "uploaded" : "was there already");
  return is_done(status) ? 0 : 1;
}
