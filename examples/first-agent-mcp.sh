#!/bin/sh
# The same first agent over HTTP, with nothing but curl: initialize, list the tools, look, act, look again.
# Run against a sidecar that is up:  sh examples/first-agent-mcp.sh
set -eu

url=${CLAWSTEAD_MCP_URL:-http://127.0.0.1:8090/mcp}
me=first-mcp

rpc() {
  curl --silent --show-error --fail --max-time 10 -H 'content-type: application/json' -H "x-agent-id: $me" --data "$1" "$url"
}
call() {
  rpc "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"call_tool\",\"params\":{\"name\":\"voxelcraft.$1\",\"arguments\":$2}}"
}
expect() { # expect WHAT PATTERN TEXT
  if ! printf '%s' "$3" | grep -q "$2"; then
    printf 'wrong answer to %s: no %s in\n%s\n' "$1" "$2" "$3" >&2
    exit 1
  fi
}

answer=$(rpc '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"client":"openclaw","version":"1.0"}}')
expect initialize '"protocolVersion":"2024-11-05"' "$answer"

answer=$(rpc '{"jsonrpc":"2.0","id":1,"method":"list_tools"}')
expect list_tools '"voxelcraft.get_obs"' "$answer"
expect list_tools '"voxelcraft.act"' "$answer"

answer=$(call get_obs '{"mode":"summary"}')
expect get_obs '"agent_id":"A[0-9]' "$answer"
position=$(printf '%s' "$answer" | sed 's/.*"self":{[^{]*"pos":\[\([-0-9,]*\)\].*/\1/')
x=${position%%,*}
rest=${position#*,}
y=${rest%%,*}
z=${rest#*,}
echo "the agent stands at $x,$y,$z"

answer=$(call act "{\"instants\":[{\"type\":\"SAY\",\"channel\":\"LOCAL\",\"text\":\"hello\"}],\"tasks\":[{\"type\":\"MOVE_TO\",\"target\":[$((x + 4)),$y,$z],\"tolerance\":1.2}]}")
expect act '"sent":true' "$answer"
expect act '"accepted":true' "$answer"
echo 'said hello and set off'

# Results arrive with the next ticks, and each look holds everything since the last one.
seen=''
looks=0
while [ "$looks" -lt 60 ]; do
  seen="$seen$(call get_obs '{"mode":"summary","wait_new_tick":true,"timeout_ms":2000}')"
  if printf '%s' "$seen" | grep -q '"type":"TASK_DONE"'; then break; fi
  looks=$((looks + 1))
done
expect 'get_obs after act' '"type":"CHAT"' "$seen"
expect 'get_obs after act' '"type":"ACTION_RESULT"' "$seen"
expect 'get_obs after act' '"kind":"MOVE_TO"' "$seen"
expect 'get_obs after act' '"type":"TASK_DONE"' "$seen"
echo 'arrived'
