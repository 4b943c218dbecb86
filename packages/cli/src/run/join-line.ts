const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'call_tool',
  params: { name: 'voxelcraft.get_obs', arguments: { mode: 'summary', wait_new_tick: true } },
})

/**
 * One line to paste into a shell that joins an agent and shows what it sees. With a secret it signs the request itself,
 * taking the secret from the environment: a secret is never printed.
 */
export function joinLine(mcpUrl: string, options: { signed: boolean; agent?: string }): string {
  const agent = options.agent ?? 'ada'
  if (!options.signed) return `curl -s ${mcpUrl} -H 'x-agent-id: ${agent}' -d '${CALL}'`
  return [
    `ts=$(date +%s)000; nonce=$$; body='${CALL}'`,
    `sig=$(printf '%s\\nPOST\\n${new URL(mcpUrl).pathname}\\n${agent}\\n%s\\n%s' "$ts" "$nonce" "$body" | openssl dgst -sha256 -hmac "$CLAWSTEAD_HMAC_SECRET" | sed 's/.*= *//')`,
    `curl -s ${mcpUrl} -H 'x-agent-id: ${agent}' -H "x-ts: $ts" -H "x-nonce: $nonce" -H "x-signature: $sig" -d "$body"`,
  ].join('; ')
}
