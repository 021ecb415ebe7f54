// A receiver of webhooks: SECRET=whsec_… PORT=3000 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// t=<seconds>,v1=<hex>: HMAC-SHA256 of time, a dot and the body; during a rotation two of v1.
func isGenuine(secret, header string, body []byte) bool {
	var sentAt string
	var signatures [][]byte
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		if name == "t" {
			sentAt = value
		}
		if signature, err := hex.DecodeString(value); name == "v1" && err == nil {
			signatures = append(signatures, signature)
		}
	}
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(sentAt + "."))
	mac.Write(body)
	expected := mac.Sum(nil)
	for _, signature := range signatures {
		if hmac.Equal(signature, expected) {
			return true
		}
	}
	return false
}

func main() {
	var seen sync.Map
	secret := os.Getenv("SECRET")
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 1<<20))
		if err != nil || !isGenuine(secret, request.Header.Get("X-Cloudstreet-Signature"), body) {
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		response.WriteHeader(http.StatusNoContent)
		if _, isRepeated := seen.LoadOrStore(request.Header.Get("Webhook-Id"), true); !isRepeated {
			fmt.Println(string(body))
		}
	})
	fmt.Fprintln(os.Stderr, "ready")
	if err := http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
