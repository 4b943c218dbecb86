import { describe, expect, test } from 'vitest'
import { guardSettings } from './guards.js'
import { resolveSettings } from './resolve.js'

function guard(command: string, environment: Record<string, string>) {
  return () => guardSettings(command, resolveSettings({ flags: [], environment }).values)
}

describe('[GUARD1] beyond loopback an auth setting is needed', () => {
  test.each([
    [
      'up',
      { CLAWSTEAD_HOST: '0.0.0.0' },
      'the world server will not listen on 0.0.0.0, where others can reach it, without an auth setting: set CLAWSTEAD_HMAC_SECRET, or stay on 127.0.0.1',
    ],
    [
      'sidecar',
      { CLAWSTEAD_MCP_HOST: '::' },
      'the sidecar will not listen on ::, where others can reach it, without an hmac-secret: set CLAWSTEAD_HMAC_SECRET, or stay on 127.0.0.1',
    ],
  ])('%s %j', (command, environment, message) => {
    expect(guard(command, environment)).toThrow(message)
    expect(guard(command, { ...environment, CLAWSTEAD_HMAC_SECRET: 's' })).not.toThrow()
  })

  test('what a command does not start does not concern it', () => {
    expect(guard('sidecar', { CLAWSTEAD_HOST: '0.0.0.0' })).not.toThrow()
    expect(guard('server', { CLAWSTEAD_MCP_HOST: '0.0.0.0', DEPLOY_ENV: 'production' })).not.toThrow()
  })
})

test('[GUARD3] a world server beyond loopback says who can join', () => {
  expect(guard('server', { CLAWSTEAD_HOST: '0.0.0.0', CLAWSTEAD_HMAC_SECRET: 's' })()).toEqual([
    {
      level: 'warn',
      text: 'whoever can reach 0.0.0.0:8080 can join the worlds as an agent: hmac-secret guards the tools, not /v1/ws',
    },
  ])
  expect(guard('up', { CLAWSTEAD_HMAC_SECRET: 's' })()).toEqual([])
})

test('[GUARD2] a required signature needs its secret', () => {
  const message =
    'require-hmac is on (by itself when deploy-env is staging or production), but there is no hmac-secret: set CLAWSTEAD_HMAC_SECRET'
  expect(guard('sidecar', { VC_MCP_REQUIRE_HMAC: '1' })).toThrow(message)
  expect(guard('up', { DEPLOY_ENV: 'production' })).toThrow(message)
  expect(guard('up', { DEPLOY_ENV: 'production', VC_MCP_HMAC_SECRET: 's' })).not.toThrow()
})
