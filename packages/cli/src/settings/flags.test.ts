import { describe, expect, test } from 'vitest'
import { type GivenFlag, interpretFlags, readCommandLine } from './flags.js'

function given(command: string, ...args: string[]): GivenFlag[] {
  const { given: flags, problems } = interpretFlags(readCommandLine(args).flags, command)
  expect(problems).toEqual([])
  return flags
}

function problems(command: string, ...args: string[]): string[] {
  return interpretFlags(readCommandLine(args).flags, command).problems
}

test('[FLAG1] words that are no flags stay in order', () => {
  expect(readCommandLine(['help', 'up', '--json', '--', '-x', '--y'])).toEqual({
    positionals: ['help', 'up', '-x', '--y'],
    flags: [{ name: 'json', spelling: '--json', isBeforeFlag: false }],
    wantsHelp: false,
    wantsVersion: false,
  })
})

test.each([
  [['-h'], true, false],
  [['up', '--help'], true, false],
  [['up', '-help'], true, false],
  [['-v'], false, true],
  [['--version'], false, true],
])('[FLAG2] %j asks for help or version', (args, wantsHelp, wantsVersion) => {
  const line = readCommandLine(args)
  expect([line.wantsHelp, line.wantsVersion]).toEqual([wantsHelp, wantsVersion])
})

describe('[FLAG3] one dash or two, with a space or an equals sign', () => {
  test.each([
    ['up', ['--port', '9000'], [{ setting: 'port', text: '9000', spelling: '--port' }]],
    ['up', ['--port=9000'], [{ setting: 'port', text: '9000', spelling: '--port' }]],
    ['up', ['-port', '9000'], [{ setting: 'port', text: '9000', spelling: '-port' }]],
    ['up', ['-port=9000'], [{ setting: 'port', text: '9000', spelling: '-port' }]],
    ['up', ['--seed', '-5'], [{ setting: 'seed', text: '-5', spelling: '--seed' }]],
    ['up', ['--hmac-secret=-a=b'], [{ setting: 'hmac-secret', text: '-a=b', spelling: '--hmac-secret' }]],
    ['up', ['--flat'], [{ setting: 'flat', text: 'true', spelling: '--flat' }]],
    ['up', ['-flat=false'], [{ setting: 'flat', text: 'false', spelling: '-flat' }]],
    ['up', ['--no-page'], [{ setting: 'page', text: 'false', spelling: '--no-page' }]],
    ['up', ['--no-page=false'], [{ setting: 'page', text: 'true', spelling: '--no-page' }]],
    ['up', ['--no-page=maybe'], [{ setting: 'page', text: 'maybe', spelling: '--no-page' }]],
    ['up', ['--page'], [{ setting: 'page', text: 'true', spelling: '--page' }]],
  ])('%s %j', (command, args, flags) => {
    expect(given(command, ...args)).toEqual(flags)
  })
})

describe('[FLAG4] every flag of the existing programs is understood', () => {
  const flag = (setting: string, text: string, spelling: string): GivenFlag => ({ setting, text, spelling })
  test.each<[string, string[], GivenFlag[]]>([
    ['server', ['-addr', ':8080'], [flag('host', '', '-addr'), flag('port', '8080', '-addr')]],
    ['server', ['-addr=127.0.0.1:9000'], [flag('host', '127.0.0.1', '-addr'), flag('port', '9000', '-addr')]],
    ['server', ['--addr=[::1]:9000'], [flag('host', '[::1]', '--addr'), flag('port', '9000', '--addr')]],
    ['server', ['-world', 'world_1'], [flag('world', 'world_1', '-world')]],
    ['server', ['-seed', '1337'], [flag('seed', '1337', '-seed')]],
    ['server', ['-configs', './configs'], [flag('configs', './configs', '-configs')]],
    ['server', ['-worlds', './configs/worlds.yaml'], [flag('worlds', './configs/worlds.yaml', '-worlds')]],
    ['server', ['-data', './data'], [flag('data', './data', '-data')]],
    ['server', ['-tuning', 't.yaml'], [flag('tuning', 't.yaml', '-tuning')]],
    ['server', ['-disable_db=true'], [flag('disable_db', 'true', '-disable_db')]],
    ['server', ['-disable_db'], [flag('disable_db', 'true', '-disable_db')]],
    ['server', ['-snapshot', 'a.snap'], [flag('snapshot', 'a.snap', '-snapshot')]],
    ['server', ['-load_latest_snapshot=false'], [flag('load_latest_snapshot', 'false', '-load_latest_snapshot')]],
    [
      'sidecar',
      ['-listen', '127.0.0.1:8090'],
      [flag('mcp-host', '127.0.0.1', '-listen'), flag('mcp-port', '8090', '-listen')],
    ],
    ['sidecar', ['-world-ws-url', 'ws://x/v1/ws'], [flag('world-ws-url', 'ws://x/v1/ws', '-world-ws-url')]],
    ['sidecar', ['-hmac-secret', 's'], [flag('hmac-secret', 's', '-hmac-secret')]],
    ['sidecar', ['-state-file', ''], [flag('state-file', '', '-state-file')]],
    ['sidecar', ['-max-sessions', '0'], [flag('max-sessions', '0', '-max-sessions')]],
    [
      'up',
      ['-addr', ':1', '-listen', ':2'],
      [
        flag('host', '', '-addr'),
        flag('port', '1', '-addr'),
        flag('mcp-host', '', '-listen'),
        flag('mcp-port', '2', '-listen'),
      ],
    ],
  ])('%s %j', (command, args, flags) => {
    expect(given(command, ...args)).toEqual(flags)
  })
})

describe('[FLAG5] a wrong flag is refused in a sentence', () => {
  test.each([
    ['up', ['--prot', '1'], 'unknown flag --prot: the nearest flag is --port'],
    ['up', ['-adr', ':1'], 'unknown flag -adr: the nearest flag is --addr'],
    ['up', ['--mcpport=1'], 'unknown flag --mcpport: the nearest flag is --mcp-port'],
    ['up', ['--no-pages'], 'unknown flag --no-pages: the nearest flag is --no-page'],
    ['up', ['-q'], 'unknown flag -q: the nearest flag is --json'],
    ['help', ['--port', '1'], '--port is a flag of clawstead up and clawstead server, not of clawstead help'],
    [
      'sidecar',
      ['--port', '1'],
      '--port is a flag of clawstead up and clawstead server, not of clawstead sidecar; here it is --mcp-port',
    ],
    ['sidecar', ['--no-page'], '--no-page is a flag of clawstead up and clawstead server, not of clawstead sidecar'],
    ['sidecar', ['-addr', ':1'], '-addr is a flag of clawstead up and clawstead server, not of clawstead sidecar'],
    ['up', ['--port'], '--port needs a value: --port N'],
    [
      'up',
      ['--data', '--flat'],
      '--data needs a value: --data DIR (a value that begins with - is written --data=-...)',
    ],
    ['up', ['-addr'], '-addr needs a value: -addr HOST:PORT'],
    ['up', ['-addr', '8080'], '-addr: "8080" is not HOST:PORT'],
    ['up', ['-addr', '::1:8080'], '-addr: "::1:8080" is not HOST:PORT'],
  ])('%s %j', (command, args, problem) => {
    expect(problems(command, ...args)).toEqual([problem])
  })
})

test('[FLAG6] config takes the flags of every command', () => {
  expect(given('config', '--world-ws-url', 'ws://x', '--port', '1', '-listen', ':2')).toHaveLength(4)
})
