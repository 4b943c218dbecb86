#!/bin/sh
# Calls a skill of the mesh with a signed request, and checks the signature of the answer.
# Needs openssl 3, jq and curl.
#
#   docs/sign-and-call.sh URL [PARAMS]
#
#   docs/sign-and-call.sh http://127.0.0.1:9003/mcp/goplaces/search '{"query":"coffee","location":"Denver, CO"}'
#
# The key is agent.key in ~/.openclaw/keys (or in KEYS_DIR); it is made when it is missing. What is signed is
#
#   method + params + nonce + timestamp
#
# one after the other, params as canonical JSON (RFC 8785). For keys of ASCII letters and whole numbers below 2^53 that is
# what `jq -cS` prints; use a real implementation for anything else.
set -eu

url=${1:?usage: sign-and-call.sh URL [PARAMS]}
params=${2:-'{}'}
keys=${KEYS_DIR:-${OPENCLAW_STATE_DIR:-$HOME/.openclaw}/keys}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The key, for the owner alone.
umask 077
mkdir -p "$keys"
[ -e "$keys/agent.key" ] || openssl genpkey -algorithm ed25519 -out "$keys/agent.key"
openssl pkey -in "$keys/agent.key" -pubout -outform DER -out "$work/public.der"
pubkey=$(openssl base64 -A -in "$work/public.der")

# The agent id: SHA-256 of the 32 bytes of the key (the last ones of its DER form), and of a machine context, here none.
agent_id=$(tail -c 32 "$work/public.der" | openssl dgst -sha256 -r)
agent_id=${agent_id%% *}

# The skill is named by the path; the URL goes into the signed params, so that no other node can be made to answer.
method=${url#*/mcp/}
params=$(printf '%s' "$params" | jq -cS --arg url "$url" '._meta["io.nullblock/aud"] = $url')
nonce=$(openssl rand -hex 16)
timestamp=$(jq -n 'now * 1000 | floor')

printf '%s' "$method$params$nonce$timestamp" > "$work/signed"
openssl pkeyutl -sign -rawin -inkey "$keys/agent.key" -in "$work/signed" -out "$work/signature"
signature=$(openssl base64 -A -in "$work/signature")

body=$(jq -cn --arg method "$method" --argjson params "$params" '{method: $method, params: $params}')
status=$(curl --silent --show-error --output "$work/answer" --dump-header "$work/headers" --write-out '%{http_code}' \
  --request POST "$url" \
  --header "X-Agent-ID: $agent_id" \
  --header "X-PubKey: $pubkey" \
  --header "X-Nonce: $nonce" \
  --header "X-Timestamp: $timestamp" \
  --header "X-Signature: $signature" \
  --data "$body")

# The answer is signed the same way: method + body + nonce + timestamp, by the key that the node's /mcp/info shows.
header() { jq -Rr --arg name "$1" 'rtrimstr("\r") | capture("^(?<name>[^:]+): *(?<value>.*)$") | select(.name | ascii_downcase == $name) | .value' "$work/headers"; }
base64_of() { printf '%s' "$1" | jq -Rr 'gsub("-"; "+") | gsub("_"; "/") | . + ("=" * ((4 - length % 4) % 4))'; }
verdict='not signed'
if [ -n "$(header x-signature)" ]; then
  verdict='signature does not fit'
  node_key=$(curl --silent --show-error "${url%%/mcp/*}/mcp/info" | jq -r .pubkey_pem)
  printf '%s\n' "$node_key" > "$work/node.pem"
  base64_of "$(header x-signature)" | openssl base64 -d -A -out "$work/answer.signature"
  printf '%s' "$method$(jq -cS . "$work/answer")$(header x-nonce)$(header x-timestamp)" > "$work/answer.signed"
  if [ "$(header x-nonce)" = "$nonce" ] && openssl pkeyutl -verify -rawin -pubin -inkey "$work/node.pem" \
    -in "$work/answer.signed" -sigfile "$work/answer.signature" > "$work/verified" 2>&1; then
    verdict='signed by the node'
  fi
fi

jq . "$work/answer"
printf 'status %s, answer %s\n' "$status" "$verdict" >&2
[ "$status" = 200 ] && [ "$verdict" != 'signature does not fit' ]
