import { type AnyActionDefinition, describeFields, INSTANTS, TASKS } from '@clawstead/protocol'
import { z } from 'zod'

/** Every action in one line with its arguments, from the definitions themselves. A `?` marks what may be left out. */
export function actionReference(): string {
  return [
    '# Tasks: take time. One walk and one work task run at once.',
    ...Object.values(TASKS).map(lineOf),
    '',
    '# Instants: happen at once.',
    ...Object.values(INSTANTS).map(lineOf),
    '',
  ].join('\n')
}

function lineOf(action: AnyActionDefinition): string {
  const fields = describeFields(z.object(action.fields)).filter(({ path }) => !/[.[]/.test(path))
  const told = fields.map(({ path, type, doc }) => `${path}${action.needs.includes(path) ? '' : '?'} (${type}: ${doc})`)
  return `- ${action.name}: ${action.doc}${told.length === 0 ? '' : ` Arguments: ${told.join('; ')}`}`
}
