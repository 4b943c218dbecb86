import { address, boolean, LOOPBACK_ADDRESS, port, secret } from '../kinds.js'
import { optionalSetting, setting } from '../setting.js'
import { isGuardedDeployment } from './general.js'

const HOSTING = ['up', 'server'] as const
const NO_OPERATOR = 'the operator is not part of this version'

export const SERVER_SETTINGS = [
  setting({
    name: 'host',
    kind: address,
    default: LOOPBACK_ADDRESS,
    doc: 'The address the world server listens on.',
    group: 'World server',
    commands: HOSTING,
  }),
  setting({
    name: 'port',
    kind: port,
    default: 8080,
    doc: 'The port the world server listens on. 0 takes a free one.',
    group: 'World server',
    commands: HOSTING,
  }),
  setting({
    name: 'page',
    kind: boolean,
    default: true,
    doc: 'Serve the page at /.',
    docOff: 'Do not serve the page at /.',
    group: 'World server',
    commands: HOSTING,
  }),
  setting({
    name: 'ws-allow-any-origin',
    kind: boolean,
    default: false,
    doc: 'Let every web page connect to the world server, at /v1/ws too.',
    group: 'World server',
    commands: HOSTING,
    environment: ['VC_WS_ALLOW_ANY_ORIGIN'],
  }),
  setting({
    name: 'observer-allow-any-origin',
    kind: boolean,
    default: false,
    doc: 'Let every web page watch through the observer feed.',
    group: 'World server',
    commands: HOSTING,
    environment: ['VC_OBSERVER_ALLOW_ANY_ORIGIN'],
    withoutEffect: 'the observer feed is not part of this version',
  }),
  setting({
    name: 'admin-http',
    kind: boolean,
    default: { derive: (read) => !isGuardedDeployment(read('deploy-env')) },
    defaultSays: 'true; false when deploy-env is staging or production',
    doc: 'Answer /admin/v1, to callers on this machine only.',
    group: 'World server',
    commands: HOSTING,
    environment: ['VC_ENABLE_ADMIN_HTTP'],
    withoutEffect: 'the admin routes are not part of this version',
  }),
  setting({
    name: 'operator',
    kind: boolean,
    default: true,
    doc: 'Run the operator, who changes the world when asked in plain words.',
    docOff: 'Leave the operator out.',
    group: 'World server',
    commands: HOSTING,
    withoutEffect: NO_OPERATOR,
  }),
  optionalSetting({
    name: 'op-token',
    kind: secret,
    doc: "The token that gives a person the operator's rights.",
    group: 'World server',
    commands: HOSTING,
    blank: 'not-given',
    withoutEffect: NO_OPERATOR,
  }),
] as const
