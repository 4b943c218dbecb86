import { joined } from './lines.js'
import type { Field, FieldTree, SkillManifest } from './manifest.js'

type ShapeUse = { readonly path: string; readonly shape: string }

/** The named shapes a field uses, with where. */
export function shapesIn(field: Field, path: string): readonly ShapeUse[] {
  return [
    ...(field.shape === undefined ? [] : [{ path, shape: field.shape }]),
    ...(field.items === undefined ? [] : shapesIn(field.items, `${path}[]`)),
    ...shapesInTree(field.fields ?? {}, path),
  ]
}

export function shapesInTree(tree: FieldTree, path: string): readonly ShapeUse[] {
  return Object.entries(tree).flatMap(([name, field]) => shapesIn(field, joined(path, name)))
}

/** Uses of names that `types` does not say, by the line they stand under. */
export function unknownShapes(
  manifest: Pick<SkillManifest, 'inputs' | 'outputs' | 'types'>,
): readonly { readonly key: string; readonly field: string; readonly rule: string }[] {
  const { inputs, outputs, types } = manifest
  const uses = [
    ...shapesInTree(inputs, 'inputs').map((use) => ({ key: 'inputs', ...use })),
    ...shapesInTree(outputs, 'outputs').map((use) => ({ key: 'outputs', ...use })),
    ...shapesInTree(types, 'types').map((use) => ({ key: 'types', ...use })),
  ]
  return uses.flatMap(({ key, path, shape }) =>
    Object.hasOwn(types, shape) ? [] : [{ key, field: path, rule: `no type ${shape} under types` }],
  )
}
