import { describe, expect, test } from 'vitest'
import { type ConfigFile, parseConfigFile } from './config-file.js'
import { interpretFlags, readCommandLine } from './flags.js'
import { type Resolution, resolveSettings } from './resolve.js'
import type { SettingValues } from './table/index.js'

function resolve(given: { args?: string[]; env?: Record<string, string>; file?: string } = {}): Resolution {
  const { given: flags, problems } = interpretFlags(readCommandLine(given.args ?? []).flags, 'config')
  expect(problems).toEqual([])
  const file: ConfigFile | undefined =
    given.file === undefined ? undefined : parseConfigFile('clawstead.yaml', given.file, '/work')
  return resolveSettings({ flags, environment: given.env ?? {}, file })
}

function one(name: keyof SettingValues, given: Parameters<typeof resolve>[0]) {
  const { values, originByName } = resolve(given)
  return [values[name], originByName.get(name)]
}

test('[SET1] the defaults', () => {
  expect(resolve().values).toEqual({
    config: undefined,
    'log-level': 'info',
    json: false,
    'deploy-env': 'development',
    data: './data',
    seed: 1337,
    worlds: undefined,
    world: undefined,
    tuning: undefined,
    configs: './configs',
    flat: false,
    host: '127.0.0.1',
    port: 8080,
    page: true,
    'allowed-hosts': undefined,
    'allowed-origins': undefined,
    'ws-allow-any-origin': false,
    'observer-allow-any-origin': false,
    'admin-http': true,
    operator: true,
    'op-token': undefined,
    'mcp-host': '127.0.0.1',
    'mcp-port': 8090,
    dir: 'skills',
    kind: 'js',
    mesh: true,
    'mesh-port': 9003,
    'mesh-name': 'clawstead',
    'mesh-discover': false,
    'mesh-policy': 'open',
    'mesh-drift': 'block',
    'mesh-reenable': 'auto',
    'mesh-sign-replies': true,
    'mesh-receipts': true,
    'mesh-rate': 200,
    'world-ws-url': 'ws://127.0.0.1:8080/v1/ws',
    'hmac-secret': undefined,
    'mcp-tokens': undefined,
    stdio: false,
    'agent-id': 'default',
    'require-hmac': false,
    'hmac-allow-legacy': true,
    'state-file': 'data/mcp/sessions.json',
    'max-sessions': 256,
    url: 'ws://127.0.0.1:8080/v1/ws',
    name: 'bot',
    minutes: 10,
    agents: 50,
    seconds: 20,
    'act-every': 10,
    spread: 12,
    from: undefined,
    to: undefined,
    disable_db: false,
    snapshot: undefined,
    load_latest_snapshot: false,
  })
})

describe('[SET2] flag over environment over file over default', () => {
  const flag = { args: ['--port', '1'] }
  const env = { env: { CLAWSTEAD_PORT: '2' } }
  const file = { file: '\nport: 3\n' }
  test.each([
    [{ ...flag, ...env, ...file }, 1, { from: 'flag', flag: '--port' }],
    [{ ...env, ...file }, 2, { from: 'environment', variable: 'CLAWSTEAD_PORT' }],
    [file, 3, { from: 'file', path: 'clawstead.yaml', line: 2 }],
    [{}, 8080, { from: 'default' }],
    [{ args: ['--port', '1', '-addr', ':5'] }, 5, { from: 'flag', flag: '-addr' }],
  ])('%# %j', (given, value, origin) => {
    expect(one('port', given)).toEqual([value, origin])
  })

  test('our own variable wins over the one of the existing programs', () => {
    const given = { env: { CLAWSTEAD_HMAC_SECRET: 'ours', VC_MCP_HMAC_SECRET: 'theirs' } }
    expect(one('hmac-secret', given)).toEqual(['ours', { from: 'environment', variable: 'CLAWSTEAD_HMAC_SECRET' }])
  })
})

describe('[SET3] variables', () => {
  test.each<[keyof SettingValues, Record<string, string>, unknown]>([
    ['mcp-port', { CLAWSTEAD_MCP_PORT: '1' }, 1],
    ['page', { CLAWSTEAD_PAGE: 'false' }, false],
    ['page', { CLAWSTEAD_NO_PAGE: '1' }, false],
    ['flat', { CLAWSTEAD_FLAT: 't' }, true],
    ['port', { CLAWSTEAD_PORT: '' }, 8080],
    ['ws-allow-any-origin', { VC_WS_ALLOW_ANY_ORIGIN: 'true' }, true],
    ['observer-allow-any-origin', { VC_OBSERVER_ALLOW_ANY_ORIGIN: ' T ' }, true],
    ['admin-http', { VC_ENABLE_ADMIN_HTTP: '0' }, false],
    ['hmac-secret', { VC_MCP_HMAC_SECRET: ' s e ' }, 's e'],
    ['require-hmac', { VC_MCP_REQUIRE_HMAC: '1' }, true],
    ['hmac-allow-legacy', { VC_MCP_HMAC_ALLOW_LEGACY: 'false' }, false],
    ['deploy-env', { DEPLOY_ENV: 'staging' }, 'staging'],
    ['require-hmac', { DEPLOY_ENV: 'production' }, true],
    ['require-hmac', { DEPLOY_ENV: 'Production', VC_MCP_REQUIRE_HMAC: 'false' }, false],
    ['admin-http', { DEPLOY_ENV: 'production' }, false],
    ['hmac-allow-legacy', { DEPLOY_ENV: 'production' }, true],
  ])('%s from %j', (name, env, value) => {
    expect(one(name, { env })[0]).toEqual(value)
  })
})

describe('[SET4] a wrong value is refused where it stands', () => {
  test.each([
    [{ args: ['--port', 'x'] }, 'flag --port: "x" is not a whole number'],
    [{ args: ['-addr', ':99999'] }, 'flag -addr: 99999 is outside 0 to 65535'],
    [
      { args: ['--world='] },
      'flag --world: "" is not a world name (letters, digits, . _ -, at most 64, a letter first)',
    ],
    [{ args: ['--data='] }, 'flag --data: needs a value'],
    [{ args: ['--no-page=maybe'] }, 'flag --no-page: "maybe" is neither true nor false'],
    [{ env: { CLAWSTEAD_SEED: 'x' } }, 'env CLAWSTEAD_SEED: "x" is not a whole number'],
    [
      { file: 'flat: true\nlog-level: loud\n' },
      'clawstead.yaml:2: log-level: "loud" is not one of trace, debug, info, warn, error, silent',
    ],
    [
      { args: ['--port', 'x', '--seed', 'y'] },
      'flag --seed: "y" is not a whole number\nflag --port: "x" is not a whole number',
    ],
  ])('%# %j', (given, message) => {
    expect(() => resolve(given)).toThrow(message)
  })
})

describe('[SET5] blank values', () => {
  test.each<[keyof SettingValues, Parameters<typeof resolve>[0], unknown]>([
    ['hmac-secret', { args: ['-hmac-secret='], env: { VC_MCP_HMAC_SECRET: 'env' } }, 'env'],
    ['hmac-secret', { args: ['-hmac-secret', ' verbatim '] }, ' verbatim '],
    ['hmac-secret', { args: ['-hmac-secret='] }, undefined],
    ['worlds', { args: ['-worlds='] }, ''],
    ['state-file', { args: ['-state-file='] }, ''],
    ['tuning', { args: ['-tuning='] }, undefined],
    ['snapshot', { args: ['-snapshot='] }, undefined],
    ['host', { args: ['--host='] }, '127.0.0.1'],
  ])('%s from %j', (name, given, value) => {
    expect(one(name, given)[0]).toEqual(value)
  })
})

describe('[SET6] what deserves a log line, once', () => {
  test.each([
    [{ args: ['-addr', ':8080'] }, 'info', 'flag -addr: no host given, so it binds 127.0.0.1'],
    [
      { args: ['--op-token', 'tok'] },
      'warn',
      'flag --op-token has no effect: the operator is not part of this version',
    ],
    [{ args: ['--no-operator'] }, 'warn', 'flag --no-operator has no effect: the operator is not part of this version'],
    [
      { file: 'operator: false\n' },
      'warn',
      'clawstead.yaml:1: operator has no effect: the operator is not part of this version',
    ],
    [{ args: ['-disable_db=true'] }, 'warn', 'flag -disable_db has no effect: there is no index database to turn off'],
    [
      { args: ['-snapshot', 'x'] },
      'warn',
      'flag -snapshot has no effect: snapshot files of other programs cannot be read; the world starts from its seed',
    ],
    [
      { args: ['-load_latest_snapshot=false'] },
      'warn',
      'flag -load_latest_snapshot has no effect: worlds always go on from where they stopped; for new ones choose another data folder',
    ],
    [
      { args: ['--no-admin-http'] },
      'warn',
      'flag --no-admin-http has no effect: the admin routes are not part of this version',
    ],
    [
      { env: { VC_OBSERVER_ALLOW_ANY_ORIGIN: '1' } },
      'warn',
      'env VC_OBSERVER_ALLOW_ANY_ORIGIN has no effect: the observer feed is not part of this version',
    ],
    [
      { env: { VC_WS_ALLOW_ANY_ORIGIN: 'maybe' } },
      'warn',
      'env VC_WS_ALLOW_ANY_ORIGIN is ignored: "maybe" is neither true nor false',
    ],
    [{ env: { VC_R2_BUCKET: 'b' } }, 'warn', 'env VC_R2_BUCKET has no effect: there is no object store mirror'],
    [{ env: { VC_ENABLE_PPROF_HTTP: '1' } }, 'warn', 'env VC_ENABLE_PPROF_HTTP has no effect: there is no Go profiler'],
    [
      { env: { VC_INDEX_BACKEND: 'd1' } },
      'warn',
      'env VC_INDEX_BACKEND has no effect: there is no index database to choose',
    ],
    [
      { env: { VC_INDEX_D1_URL: 'u' } },
      'warn',
      'env VC_INDEX_D1_URL has no effect: there is no index database to reach',
    ],
    [{ env: { CLAWSTEAD_PROT: '1' } }, 'warn', 'env CLAWSTEAD_PROT is not a setting: the nearest is CLAWSTEAD_PORT'],
  ])('%# %j', (given, level, text) => {
    expect(resolve(given).notes).toEqual([{ level, text }])
  })

  test('usual settings need no remark', () => {
    const given = { args: ['--port', '1', '--flat'], env: { CLAWSTEAD_SEED: '2', HOME: '/x', VC_MCP_HMAC_SECRET: 's' } }
    expect(resolve(given).notes).toEqual([])
  })
})
