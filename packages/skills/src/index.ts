export { type Caller, type CallerEvidence, type IdentifiedCaller, identifyCaller, type Right } from './caller.js'
export { type Door, type DoorAnswer, type DoorRequest, plainText } from './door.js'
export { SkillError, type SkillErrorCode, type SkillErrorOptions } from './errors.js'
export {
  createGate,
  type Gate,
  type GateOptions,
  type RawRequest,
  type SignatureVerifier,
  type SignedCaller,
} from './http/gate.js'
export type { HmacPolicy } from './http/hmac.js'
export { type SignedParts, signPlain, signWithNonce } from './http/hmac-signature.js'
export { type HostRules, isLoopback } from './http/hosts.js'
export { createHttpServer, type HttpOptions, type Readiness } from './http/http-server.js'
export type { Logger } from './http/logger.js'
export { ReplayStore } from './http/replay-store.js'
export type { JsonSchema } from './json-schema.js'
export { createMcpDoor, type McpDoorOptions } from './mcp/mcp-door.js'
export { type StdioService, type StdioStreams, serveMcpStdio } from './mcp/stdio.js'
export type { McpPrompt, McpResource, McpSurface } from './mcp/surface.js'
export { type Dialect, spellName } from './names.js'
export {
  type AuditRecord,
  createRegistry,
  type Registry,
  type RegistryOptions,
  type SkillCall,
  type SkillCounters,
} from './registry.js'
export { createSidecarDoor, type SidecarDoorOptions } from './sidecar-door.js'
export { defineSkill, type ProgressStep, type Skill, type SkillContext, type SkillDefinition } from './skill.js'
export { type WholeNumberRules, wholeNumber } from './whole-number.js'
