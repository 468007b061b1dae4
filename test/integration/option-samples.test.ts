import { expect, it } from 'vitest'
import { allFieldsOf, listItemField, fieldsInGroup, nestedFieldName } from '../../shared/form/fields.ts'
import type { Field } from '../../shared/form/fields.ts'
import { openSetup } from './open-setup.ts'

/** Returns a field and its list entries' fields, with the names that a form uses. */
function withEntries(field: Field): readonly Field[] {
  if (field.kind !== 'list') return [field]
  const entry = listItemField(field, '0', field.label)
  return entry.kind !== 'group'
    ? [field]
    : [
        field,
        ...fieldsInGroup(entry, undefined).map((inner) => ({
          ...inner,
          name: `${nestedFieldName(field.name, '0')}${nestedFieldName('', inner.name)}`
        }))
      ]
}

it('every voice of the contract has a sample of its own, and nothing else has one', async () => {
  const setup = await openSetup()
  const found: string[] = []
  const sounds = new Set<string>()
  for (const capability of await setup.studio.capabilities()) {
    for (const field of allFieldsOf(capability).flatMap(withEntries)) {
      if (field.kind !== 'choice') continue
      const options = field.options.filter(({ sampleUrl }) => sampleUrl !== undefined)
      if (options.length === 0) continue
      found.push(`${capability.id}.${field.name}`)
      expect(options).toHaveLength(field.options.length)
      for (const index of field.options.keys()) {
        const sample = await setup.studio.optionSample({ capability: capability.id, field: field.name, index })
        expect(sample?.contentType).toBe('audio/wav')
        expect(sample?.bytes.toString('latin1', 0, 4)).toBe('RIFF')
        sounds.add(sample?.bytes.toString('base64') ?? '')
      }
      expect(await setup.studio.optionSample({ capability: capability.id, field: field.name, index: 99 })).toBeNull()
    }
  }
  expect(found.toSorted()).toEqual(['dialogue-maker.lines›0›speaker', 'lip-sync.voice', 'text-to-speech.voice', 'voice-changer.voice'])
  expect(sounds.size).toBe(4)
  // Storage must not receive the API key.
  const calls = setup.practice.calls().filter(({ path }) => path.startsWith('/samples/'))
  expect(calls.length).toBe(16)
  expect(calls.filter(({ hasAuthorization, httpStatus }) => hasAuthorization || httpStatus !== 200)).toEqual([])
  expect(await setup.studio.optionSample({ capability: 'text-to-video', field: 'aspectRatio', index: 0 })).toBeNull()
})
