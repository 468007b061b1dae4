import { describe, expect, it } from 'vitest'
import { joinCapabilities, readOpenapi } from '../../../electron/contract/discovery.ts'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import { openapiDocument } from '../../../electron/practice/openapi-document.ts'
import { emptyForm, formMode, valuesToSend } from '../../../renderer/compose/compose-form.ts'
import { isMissingValue } from '../../../renderer/compose/is-missing-value.ts'
import { checkValues, fieldsOf, modesOf } from '../../../shared/form/fields.ts'
import type { Value } from '../../../shared/form/values.ts'

const capabilities = joinCapabilities({
  catalog: null,
  openapi: readOpenapi(JSON.parse(JSON.stringify(openapiDocument(deployedCapabilities.values(), 'http://127.0.0.1:1'))))
})
type Capability = (typeof capabilities)[number]

/** Returns the form's problems in each of its modes. */
function problemsOf(capability: Capability, values: Readonly<Record<string, Value>> = {}) {
  const modeIds = [null, ...modesOf(capability).map(({ id }) => id)]
  return modeIds.flatMap((modeId) => {
    const form = { ...emptyForm, values, modeId }
    return checkValues(capability, valuesToSend(capability, form), () => null, formMode(capability, form)?.id)
  })
}

/** Returns the capability's number fields, each with a value that is above the field's maximum. */
function tooLarge(capability: Capability): readonly (readonly [name: string, value: number])[] {
  return fieldsOf(capability).flatMap((field) =>
    field.kind === 'number' && field.maximum !== null ? [[field.name, field.maximum + 1_000_000] as const] : []
  )
}

describe('an untouched form', () => {
  it.each(capabilities)('has no problem to fix, only values that are still needed: $id', (capability) => {
    const problems = problemsOf(capability)
    expect(problems).not.toEqual([])
    expect(problems.filter((problem) => !isMissingValue(problem))).toEqual([])
  })

  it('still has none after the prompt is written', () => {
    for (const capability of capabilities) {
      const prompt = fieldsOf(capability).find((field) => field.kind === 'text' && field.role === 'prompt')
      if (prompt === undefined) continue
      const problems = problemsOf(capability, { [prompt.name]: 'A clay vase on a round plinth' })
      expect(
        problems.filter((problem) => !isMissingValue(problem)),
        capability.id
      ).toEqual([])
    }
  })
})

describe('a wrong value', () => {
  const numbers = capabilities.flatMap((capability) => tooLarge(capability).map(([name, value]) => ({ capability, name, value })))

  it('is a problem to fix in every number field with a maximum', () => {
    expect(numbers.length).toBeGreaterThan(30)
    for (const { capability, name, value } of numbers) {
      const inField = problemsOf(capability, { [name]: value }).filter(({ field }) => field === name)
      expect(
        inField.map((problem) => isMissingValue(problem)),
        `${capability.id} ${name}`
      ).toContain(false)
    }
  })

  it('is found inside a group', () => {
    const label = 'Shot 1'
    const inGroup = { code: 'invalid-in-group', params: { group: label, problem: { code: 'missing-prompt', params: {} } } } as const
    expect(isMissingValue(inGroup)).toBe(true)
    const wrong = { code: 'not-a-list', params: { subject: { kind: 'field', label } } } as const
    expect(isMissingValue({ code: 'invalid-in-group', params: { group: label, problem: wrong } })).toBe(false)
  })
})
