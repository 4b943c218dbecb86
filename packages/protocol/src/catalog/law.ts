import { z } from 'zod'
import { description, fraction, listOf, oneOf, strictFields, title, upperId } from './fields.js'

const LAW_PARAMETER_TYPES = ['ITEM_ID', 'INT', 'FLOAT', 'FLOAT_0_1'] as const

/** A law that landowners can put to a vote. */
export const LawTemplate = strictFields({
  id: upperId,
  title,
  description,
  /** Type of each parameter by its name. */
  params: z.record(z.string().min(1), oneOf(LAW_PARAMETER_TYPES)),
  /** Smallest and largest value of the numeric parameters. */
  limits: z.record(z.string().min(1), z.tuple([fraction(0, 1_000_000), fraction(0, 1_000_000)])).default({}),
}).superRefine((law, context) => {
  for (const [name, type] of Object.entries(law.params)) {
    const isNumber = type !== 'ITEM_ID'
    if (isNumber === name in law.limits) continue
    const message = isNumber ? 'must give [smallest, largest] for a number' : 'must not limit an item'
    context.addIssue({ code: 'custom', path: ['limits', name], message })
  }
  for (const [name, [smallest, largest]] of Object.entries(law.limits)) {
    const path = ['limits', name]
    if (!(name in law.params)) context.addIssue({ code: 'custom', path, message: 'must name a parameter of the law' })
    if (smallest > largest) context.addIssue({ code: 'custom', path, message: 'must have the smallest value first' })
  }
})
export type LawTemplate = z.infer<typeof LawTemplate>

export const LawsFile = strictFields({ laws: listOf(LawTemplate) })
