// A payout against Saldo, in Go 1.19 or later without modules: go test examples/go/payout_test.go
//
// SALDO_URL names a running sandbox. Without it, the test starts the image `saldo` in a container.
package payout

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// isSigned tells whether the header is the signature of these bytes. Verify before anything parses the body.
func isSigned(secret string, body []byte, header string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return hmac.Equal([]byte("sha256="+hex.EncodeToString(mac.Sum(nil))), []byte(header))
}

type object = map[string]any

// saldo is a client of one world.
type saldo struct {
	t              *testing.T
	url, key, host string
}

func newSaldo(t *testing.T) *saldo {
	s := &saldo{t: t, url: os.Getenv("SALDO_URL"), key: "sandbox-key", host: "127.0.0.1"}
	if key := os.Getenv("SALDO_API_KEY"); key != "" {
		s.key = key
	}
	if s.url == "" {
		s.startContainer()
	}
	world := s.call("POST", "/sandbox/worlds", object{"fixture": "default", "clock": object{"mode": "frozen"}, "seed": "test"})
	s.key = world["companies"].([]any)[0].(object)["apiKey"].(string)
	return s
}

func (s *saldo) startContainer() {
	container := s.docker("run", "--detach", "--publish", "127.0.0.1::4400", "--add-host", "host.docker.internal:host-gateway", "saldo")
	s.t.Cleanup(func() { s.docker("rm", "--force", "--volumes", container) })
	s.url, s.host = "http://"+s.docker("port", container, "4400/tcp"), "host.docker.internal"
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		answer, err := http.Get(s.url + "/sandbox/health")
		if err == nil {
			answer.Body.Close()
			return
		}
		if time.Now().After(deadline) {
			s.t.Fatal(err)
		}
	}
}

func (s *saldo) docker(args ...string) string {
	out, err := exec.Command("docker", args...).Output()
	if err != nil {
		s.t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func (s *saldo) call(method, path string, body object) object {
	var content io.Reader
	if body != nil {
		text, _ := json.Marshal(body)
		content = bytes.NewReader(text)
	}
	request, _ := http.NewRequest(method, s.url+path, content)
	request.Header.Set("X-API-KEY", s.key)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	var result object
	if err := json.NewDecoder(answer.Body).Decode(&result); err != nil || answer.StatusCode >= 400 {
		s.t.Fatalf("%s %s: %s %v", method, path, answer.Status, result)
	}
	return result
}

func TestPayoutIsConfirmedAndHoldReleased(t *testing.T) {
	s := newSaldo(t)
	secret, events := "", make(chan string, 8)
	listener, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if !isSigned(secret, body, r.Header.Get("X-Webhook-Signature")) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		var notification struct{ Event string }
		json.Unmarshal(body, &notification)
		events <- notification.Event
		w.WriteHeader(http.StatusNoContent)
	}))
	address := fmt.Sprintf("http://%s:%d", s.host, listener.Addr().(*net.TCPAddr).Port)
	s.call("PUT", "/sandbox/routes", object{"hooks.acme.dev": address})
	webhook := s.call("POST", "/webhook", object{"name": "Payouts", "url": "https://hooks.acme.dev/saldo", "events": []string{"withdraw.completed"}})
	secret = webhook["data"].(object)["secret"].(string)

	opened := s.call("POST", "/account-balance/withdraw", object{"value": 50000})["data"].(object)
	code := s.call("GET", "/sandbox/inbox", nil)["messages"].([]any)[0].(object)["otpCode"]
	s.call("POST", "/account-balance/withdraw/confirm", object{"withdrawId": opened["withdrawId"], "otpCode": code})
	s.call("POST", "/sandbox/clock/advance", object{"by": "P30D"})

	select {
	case event := <-events:
		if event != "withdraw.completed" {
			t.Errorf("got %s", event)
		}
	default:
		t.Error("the receiver got nothing")
	}
	balance := s.call("GET", "/account-balance", nil)["data"].(object)
	if balance["balance"] != 125000.0 || balance["reservedBalance"] != 0.0 {
		t.Errorf("got %v", balance)
	}
}

func TestForgedSignatureIsRejected(t *testing.T) {
	if isSigned("whsec_1", []byte("{}"), "sha256="+strings.Repeat("0", 64)) {
		t.Error("a forged signature was accepted")
	}
}
