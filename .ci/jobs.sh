# Runs jobs, two at a time beside one that mostly waits, shows what each has written whole when it ends, and counts. For
# .ci/run and .ci/long.
export CI=true
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
passed=0 failed=0 skipped=0 begun=0 waiting=none

job() { # job NAME COMMAND...: starts it as soon as fewer than two are running
  while [ "$(jobs -pr | grep -cvx "$waiting")" -ge 2 ]; do
    wait -n
    show_ended
  done
  start "$@"
}

waiting_job() { # waiting_job NAME COMMAND...: starts the one that hardly uses a core, beside the two
  start "$@"
  waiting=$!
}

start() { # start NAME COMMAND...
  begun=$((begun + 1))
  local place=$results/$begun
  echo "$1" >"$place.name"
  {
    local status=0 started=$SECONDS
    "${@:2}" >"$place.output" 2>&1 || status=$?
    printf '%d %d' "$status" "$((SECONDS - started))" >"$place.writing"
    mv "$place.writing" "$place.ended"
  } &
}

skip() { # skip NAME REASON
  printf '\n== skipped: %s. %s\n' "$1" "$2"
  skipped=$((skipped + 1))
}

find_browser() { command -v "${SALDO_BROWSER:-chromium}" chromium-browser google-chrome google-chrome-stable >/dev/null; }

show_ended() {
  local ended place status seconds
  for ended in "$results"/*.ended; do
    [ -e "$ended" ] || continue
    place=${ended%.ended}
    read -r status seconds <"$ended" || true
    printf '\n== %s (%d s)\n' "$(cat "$place.name")" "$seconds"
    cat "$place.output"
    if [ "$status" -eq 0 ]; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      printf '\n== FAILED with status %d: %s; its last lines:\n' "$status" "$(cat "$place.name")" >>"$results/failures"
      tail -n 120 "$place.output" >>"$results/failures"
    fi
    rm "$ended"
  done
}

all_ended() { # waits for what is still running
  wait
  show_ended
}

finish() { # A reader of the last lines alone must find what went wrong.
  all_ended
  [ ! -e "$results/failures" ] || cat "$results/failures"
  printf '\n%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
  [ "$failed" -eq 0 ]
  exit
}
