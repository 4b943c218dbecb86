import {
  type Caller,
  canonicalJson,
  compareVersions,
  manifestOf,
  publishedSchema,
  type Skill,
  schemaHash,
} from '@clawstead/skills'
import { listText, memberTexts, objectText } from './json-pieces.js'
import { endpointOf, MCP_VERSIONS, type NodeFacts, namespaceOf, PROTOCOL } from './node-facts.js'

/** What is written about one skill, the same in every document. */
type SkillTexts = { readonly schema: string; readonly hash: string }
const textsBySkill = new WeakMap<Skill, SkillTexts>()

/** What `/mcp/info` says, flat and once more under `data`: canonical text. */
export function nodeInfoText(facts: NodeFacts, caller: Caller): string {
  const skills = listedSkills(facts, caller)
  const { name, version, author, description } = facts
  return infoText(facts, skills, {
    ...memberTexts({ name, version, author, description, dependencies: unionOfDependencies(skills) }),
    schema: objectText(Object.fromEntries(skills.map((skill) => [skill.name, textsOf(skill).schema]))),
  })
}

/** @returns undefined when there is neither a skill nor a namespace of that name for this caller. */
export function namedInfoText(facts: NodeFacts, caller: Caller, name: string): string | undefined {
  const skills = listedSkills(facts, caller)
  const skill = skills.find((one) => one.name === name)
  if (skill !== undefined) return skillInfoText(facts, skill)
  const members = skills.filter((one) => namespaceOf(one.name) === name || one.name.startsWith(`${name}/`))
  if (members.length === 0) return undefined
  return infoText(facts, members, {
    ...memberTexts({
      name,
      version: highestVersion(members),
      author: facts.author,
      dependencies: unionOfDependencies(members),
    }),
    schema: objectText(Object.fromEntries(members.map((one) => [one.name, textsOf(one).schema]))),
  })
}

function skillInfoText(facts: NodeFacts, skill: Skill): string {
  const { name, version, author, description, dependencies } = manifestOf(skill)
  return infoText(facts, [skill], {
    ...memberTexts({
      name,
      version,
      author,
      description,
      dependencies,
      ...briefOf(facts, skill),
    }),
    schema: textsOf(skill).schema,
  })
}

/** Members every info has, around those of its subject. */
function infoText(facts: NodeFacts, skills: readonly Skill[], own: Readonly<Record<string, string>>): string {
  const { identity } = facts
  const flat = {
    ...memberTexts({
      protocol: PROTOCOL,
      pubkey: identity.publicKeyText,
      pubkey_pem: identity.publicKeyPem,
      agent_id: identity.agentId,
      machine_context: identity.machineContext,
      rotations: identity.rotations,
      endpoints: {
        info: endpointOf(facts, 'info'),
        discover: endpointOf(facts, 'discover'),
        status: endpointOf(facts, 'status'),
        skill: endpointOf(facts, '{skill}'),
        server_card: endpointOf(facts, 'server-card'),
      },
      mcp: { url: endpointOf(facts), versions: MCP_VERSIONS },
    }),
    ...own,
    skills: listText(skills.map((skill) => canonicalJson({ name: skill.name, ...briefOf(facts, skill) }))),
  }
  return objectText({ ...flat, success: 'true', data: objectText(flat) })
}

function briefOf(facts: NodeFacts, skill: Skill): Record<string, unknown> {
  const unavailable = facts.registry.availability(skill.name)
  return {
    version: manifestOf(skill).version,
    endpoint: endpointOf(facts, skill.name),
    signature_required: skill.signatureRequired,
    timeout_ms: skill.timeoutMs,
    schema_hash: textsOf(skill).hash,
    ...(skill.origin === 'remote' ? { via: skill.via ?? '' } : {}),
    ...(unavailable === undefined ? {} : { disabled: unavailable }),
  }
}

function textsOf(skill: Skill): SkillTexts {
  const known = textsBySkill.get(skill)
  if (known !== undefined) return known
  const published = publishedSchema(skill)
  const schema = canonicalJson({ ...published, inputSchema: skill.input.json, outputSchema: skill.output.json })
  const texts = { schema, hash: schemaHash(published) }
  textsBySkill.set(skill, texts)
  return texts
}

/** Those switched off are shown with their reason; those a caller has no right to are not. */
export function listedSkills({ registry }: NodeFacts, caller: Caller): readonly Skill[] {
  return registry.list(caller, { withUnavailable: true })
}

function unionOfDependencies(skills: readonly Skill[]): string[] {
  return Array.from(new Set(skills.flatMap(({ dependencies }) => dependencies))).toSorted()
}

function highestVersion(skills: readonly Skill[]): string {
  const versions = skills.map((skill) => manifestOf(skill).version)
  return versions.reduce((highest, version) => (compareVersions(version, highest) > 0 ? version : highest))
}
