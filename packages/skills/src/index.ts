export { DURATION_BUCKETS_MS, type SkillCounters } from './call-counters.js'
export { type Caller, type CallerEvidence, type IdentifiedCaller, identifyCaller, type Right } from './caller.js'
export { canonicalJson } from './canonical-json.js'
export { DialError, type DialRule } from './dial/dial-error.js'
export type { Resolve } from './dial/dial-guard.js'
export { createGuardedFetch, type DialPolicy, type GuardedFetch } from './dial/guarded-fetch.js'
export {
  type Door,
  type DoorAnswer,
  type DoorRequest,
  plainText,
  type Refusal,
  type Route,
  type SignedCall,
} from './door.js'
export { SkillError, type SkillErrorCode, type SkillErrorOptions } from './errors.js'
export { type FunctionEntry, functionList } from './function-list.js'
export {
  createGate,
  type Gate,
  type GateOptions,
  type GateVerdict,
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
export { fieldNames, type JsonSchema } from './json-schema.js'
export { CALL_HOPS_MAX } from './limits.js'
export { defineManifestSkill, type ManifestSkillExtra } from './manifest/define-manifest-skill.js'
export type { Complaint, Extra, Field, FieldTree, FieldType, SkillLayout, SkillManifest } from './manifest/manifest.js'
export { manifestOf } from './manifest/manifest-of.js'
export { readSkillFile, SKILL_FILE_BYTES_MAX, type SkillFileReading } from './manifest/read-skill-file.js'
export { type PublishedSchema, publishedSchema, schemaHash } from './manifest/schema-hash.js'
export { inputSchema, outputSchema } from './manifest/schema-of-manifest.js'
export { compareVersions } from './manifest/versions.js'
export { writeSkillFile } from './manifest/write-skill-file.js'
export { offerSearch } from './mcp/many-skills.js'
export { createMcpDoor, type McpDoorOptions } from './mcp/mcp-door.js'
export { type StdioService, type StdioStreams, serveMcpStdio } from './mcp/stdio.js'
export type { McpPrompt, McpReader, McpResource, McpResourceTemplate, McpSurface } from './mcp/surface.js'
export { type Dialect, nameProblem, spellName } from './names.js'
export {
  type AuditRecord,
  createRegistry,
  type Registry,
  type RegistryChange,
  type RegistryOptions,
  type SkillCall,
} from './registry.js'
export { type SchemaVerdict, type SkillSchema, zodSchema } from './schema.js'
export { foreignSchema } from './schema-foreign.js'
export { createSidecarDoor, type SidecarDoorOptions } from './sidecar-door.js'
export {
  CAPABILITIES,
  type Capability,
  defineSkill,
  type ProgressStep,
  type Skill,
  type SkillContext,
  type SkillDefinition,
  type SkillOrigin,
} from './skill.js'
export { type SlotOptions, Slots } from './slots.js'
export { type CallWay, readWay, WAY_KEY, type WayVerdict, wayOnward } from './way.js'
export { type WholeNumberRules, wholeNumber } from './whole-number.js'
