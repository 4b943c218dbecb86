import { boolean, list, oneOf, path, text } from '../kinds.js'
import { optionalSetting, setting } from '../setting.js'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

const RUNNING = ['up', 'server', 'sidecar', 'mesh'] as const
const EVERYWHERE = [...RUNNING, 'bot', 'swarm', 'replay', 'repair', 'skill', 'keys', 'receipt'] as const

export const GENERAL_SETTINGS = [
  optionalSetting({
    name: 'config',
    kind: path('FILE'),
    doc: 'Read settings from this file instead of clawstead.yaml in the working directory.',
    group: 'General',
    commands: EVERYWHERE,
    inFile: false,
  }),
  setting({
    name: 'log-level',
    kind: oneOf('LEVEL', LOG_LEVELS),
    default: 'info',
    doc: `How much to log: ${LOG_LEVELS.join(', ')}.`,
    group: 'General',
    commands: EVERYWHERE,
  }),
  setting({
    name: 'json',
    kind: boolean,
    default: false,
    doc: 'Write JSON for programs to read: one ready or result line on standard output, log lines on standard error.',
    group: 'General',
    commands: EVERYWHERE,
  }),
  setting({
    name: 'deploy-env',
    kind: text({ placeholder: 'NAME', label: 'a word of letters, digits, - and _', pattern: /^[\w-]+$/ }),
    default: 'development',
    doc: 'Where this runs. With staging or production, admin-http is off and require-hmac is on unless set otherwise.',
    group: 'General',
    commands: RUNNING,
    environment: ['DEPLOY_ENV'],
  }),
  optionalSetting({
    name: 'allowed-hosts',
    kind: list('HOST', 'host names, separated by commas'),
    doc: 'More names by which this machine may be called. Loopback names always work.',
    group: 'General',
    commands: RUNNING,
  }),
  optionalSetting({
    name: 'allowed-origins',
    kind: list('ORIGIN', 'origins such as https://example.org, separated by commas'),
    doc: 'More web pages that may connect from a browser. The own page always may.',
    group: 'General',
    commands: RUNNING,
  }),
] as const

/** The two environments in which the doors are closed unless they are opened by name. */
export function isGuardedDeployment(deployEnv: unknown): boolean {
  return ['staging', 'production'].includes(String(deployEnv).toLowerCase())
}
