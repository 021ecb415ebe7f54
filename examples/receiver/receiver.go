// A receiver of webhooks: SECRET=whsec_… PORT=3000 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// HMAC-SHA256 of id, time and body; while a secret is being replaced there are two signatures.
func isGenuine(secret string, header http.Header, body []byte) bool {
	id, sentAt := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, sentAt, body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, signature := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(signature), []byte(expected)) {
			return true
		}
	}
	return false
}

func main() {
	var seen sync.Map
	secret := os.Getenv("SECRET")
	if !strings.HasPrefix(secret, "whsec_") {
		fmt.Fprintln(os.Stderr, "SECRET must be the secret of the webhook, whsec_…")
		os.Exit(1)
	}
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 1<<20))
		if err != nil || !isGenuine(secret, request.Header, body) {
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		response.WriteHeader(http.StatusNoContent)
		if _, isRepeated := seen.LoadOrStore(request.Header.Get("webhook-id"), true); !isRepeated {
			fmt.Println(string(body))
		}
	})
	fmt.Fprintln(os.Stderr, "ready")
	if err := http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
