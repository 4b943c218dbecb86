/** Where agents connect. */
export const AGENT_SOCKET_PATH = '/v1/ws'
