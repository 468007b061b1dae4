import { describe, expect, it } from 'vitest'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import type { MediaField } from '../../../shared/form/fields.ts'
import { fieldsInMode, fieldsOf } from '../../../shared/form/fields.ts'
import {
  acceptsMedium,
  withNewSeeds,
  emptyForm,
  fieldForFile,
  migrateForm,
  missingMediaProblems,
  isEmptyForm,
  formMode,
  replacedMedia,
  valuesToSend,
  withAddedValues,
  withSeedKept,
  withFieldMedia,
  withAllSeedsKept,
  withFieldValue
} from '../../../renderer/compose/compose-form.ts'
import type { ComposeForm } from '../../../renderer/compose/compose-form.ts'
import { withPreset } from '../../../renderer/compose/preset-form.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import type { Values } from '../../../shared/form/values.ts'

const [, versionThree, faceSwap] = fallbackCapabilities
if (versionThree === undefined || faceSwap === undefined) throw new Error('A fallback capability is missing.')
const fields = fieldsOf(versionThree)
const images = fields.find((field): field is MediaField => field.kind === 'media')
if (images === undefined) throw new Error('Version 3.0 must accept images.')

describe('the form of a capability', () => {
  it('keeps the values of both modes and sends only those of the chosen mode', () => {
    const filled = withFieldValue(withFieldValue(emptyForm, 'prompt', 'A vase'), 'imageUrls', ['https://a.example/1.png'])
    expect(formMode(versionThree, filled)?.id).toBe('edit')
    const fromText = { ...filled, modeId: 'text' as const }
    expect(valuesToSend(versionThree, fromText)).toEqual({ prompt: 'A vase' })
    expect(valuesToSend(versionThree, { ...fromText, modeId: 'edit' })).toEqual(filled.values)
  })

  it('shows image fields only in edit mode', () => {
    const names = (modeId: 'text' | 'edit'): readonly string[] =>
      fieldsInMode(versionThree, formMode(versionThree, { ...emptyForm, modeId })).map((field) => field.name)
    expect(names('text')).not.toContain('imageUrls')
    expect(names('edit')).toContain('imageUrls')
  })

  it('adds values to existing ones, and switches to a mode that shows them', () => {
    const item = { item: 'a.1' }
    const filled = { ...withFieldValue(emptyForm, 'prompt', 'A vase'), modeId: 'text' }
    expect(withAddedValues(versionThree, filled, { imageUrls: [item] })).toEqual({
      ...filled,
      values: { prompt: 'A vase', imageUrls: [item] },
      modeId: 'edit'
    })
    expect(withAddedValues(versionThree, filled, { prompt: 'A bowl' })).toEqual({ ...filled, values: { prompt: 'A bowl' } })
  })

  it('keeps a group’s other values when one is added, and replaces single values', () => {
    const held = withFieldValue(withFieldValue(emptyForm, 'views', { front: { item: 'a.1' }, name: 'Bust' }), 'imageUrl', { item: 'a.1' })
    const added = { views: { back: { item: 'b.1' } }, imageUrl: { item: 'b.1' } }
    expect(withAddedValues(faceSwap, held, added).values).toEqual({
      views: { front: { item: 'a.1' }, name: 'Bust', back: { item: 'b.1' } },
      imageUrl: { item: 'b.1' }
    })
  })

  it('adds a second part of the same video to the first, and replaces the parts of another video', () => {
    const held = { ...emptyForm, values: { videoUrl: { item: 'a.1' }, ranges: [{ from: 1, to: 2 }] } }
    const added = (item: string) => withAddedValues(faceSwap, held, { videoUrl: { item }, ranges: [{ from: 3, to: 4 }] }).values['ranges']
    expect(added('a.1')).toEqual([
      { from: 1, to: 2 },
      { from: 3, to: 4 }
    ])
    expect(added('b.1')).toEqual([{ from: 3, to: 4 }])
    expect(withAddedValues(faceSwap, held, held.values).values).toEqual(held.values)
  })

  it('updates references in the prompt when images move', () => {
    const filled = withFieldValue(emptyForm, 'prompt', 'image 1 on image 2')
    const moved = withFieldMedia(filled, fields, images, ['https://b', 'https://a'], [1, 0])
    expect(moved.values).toEqual({ prompt: 'image 2 on image 1', imageUrls: ['https://b', 'https://a'] })
  })

  it('removes an empty field instead of sending an empty value', () => {
    expect(withFieldMedia(withFieldValue(emptyForm, 'imageUrls', ['https://a']), fields, images, [], [null]).values).toEqual({})
  })
})

describe('the seed after a run', () => {
  const seeded = withFieldValue(emptyForm, 'seed', 7)

  it('is generated again when it is not kept', () => {
    expect(withNewSeeds(seeded, fields, () => 0.5).values['seed']).toBe(1073741824)
  })

  it('stays when it is kept', () => {
    expect(withNewSeeds(withSeedKept(seeded, 'seed', true), fields, () => 0.5).values['seed']).toBe(7)
  })

  it('stays unset when none was chosen', () => {
    expect(withNewSeeds(emptyForm, fields, () => 0.5).values).toEqual({})
  })
})

describe('a saved form', () => {
  const kept = (values: Values, more: Partial<ComposeForm> = {}): ComposeForm => ({ ...emptyForm, values, ...more })
  const mood = { name: 'mood', label: 'Mood', path: [], value: 'calm', reason: { code: 'no-longer-accepted', params: {} } } as const
  const withMood: Capability = {
    ...versionThree,
    inputSchema: {
      ...versionThree.inputSchema,
      properties: { ...versionThree.inputSchema.properties, mood: { type: 'string', title: 'Mood' } }
    }
  }

  it('moves a single image into the list that shows it', () => {
    expect(migrateForm(versionThree, kept({ prompt: 'A vase', imageUrl: { draft: 'token' } })).form.values).toEqual({
      prompt: 'A vase',
      imageUrls: [{ draft: 'token' }]
    })
  })

  it('keeps values that the service no longer accepts, and restores them once it does', () => {
    const moved = migrateForm(versionThree, kept({ prompt: 'A vase', mood: 'calm' }), withMood)
    expect(moved).toEqual({ form: kept({ prompt: 'A vase' }, { left: [mood] }), coerced: [] })
    expect(migrateForm(versionThree, moved.form)).toEqual(moved)
    expect(migrateForm(withMood, moved.form)).toEqual({
      form: kept({ prompt: 'A vase', mood: 'calm' }),
      coerced: ['The service accepts “Mood” again.']
    })
  })

  it('does not restore a value over a newer one', () => {
    const form = kept({ mood: 'wild' }, { left: [mood] })
    expect(migrateForm(withMood, form).form).toEqual(form)
  })

  it('keeps the same unmapped value only once', () => {
    expect(migrateForm(versionThree, kept({ mood: 'calm' }, { left: [mood] })).form.left).toEqual([mood])
  })

  it('of an earlier task keeps its seed', () => {
    expect(withAllSeedsKept(versionThree, kept({ prompt: 'A vase', seed: 7 })).keptSeeds).toEqual(['seed'])
    expect(withAllSeedsKept(versionThree, kept({ prompt: 'A vase' })).keptSeeds).toEqual([])
  })

  it('asks you to choose missing files again', () => {
    const values = { targetImageUrl: { draft: 'gone' }, referenceFaceImageUrl: { draft: 'there' } }
    const missing = { code: 'file-not-found', params: { fileName: 'me.png' } } as const
    const problemOf = (reference: unknown) => ((reference as { draft: string }).draft === 'gone' ? missing : null)
    expect(missingMediaProblems(fieldsOf(faceSwap), values, problemOf)).toEqual([{ ...missing, field: 'targetImageUrl', index: null }])
    expect(missingMediaProblems(fields, { imageUrls: ['https://a', { draft: 'gone' }] }, problemOf)).toMatchObject([
      { field: 'imageUrls', index: 1 }
    ])
  })

  it('is empty if it has only blank values', () => {
    expect(isEmptyForm(emptyForm)).toBe(true)
    expect(isEmptyForm(kept({ prompt: ' ', imageUrls: [] }))).toBe(true)
    expect(isEmptyForm(kept({ prompt: 'a' }))).toBe(false)
    expect(isEmptyForm(kept({}, { left: [mood] }))).toBe(false)
  })
})

describe('a preset applied to a form', () => {
  const form = (values: Values): ComposeForm => ({ ...emptyForm, values })
  it('replaces every setting, but the prompt and media only if the preset has them', () => {
    const present = form({ prompt: 'A vase', imageUrls: ['https://a'], size: '1024*1024', seed: 7 })
    expect(withPreset(versionThree, present, form({ size: '1536*1024' })).values).toEqual({
      prompt: 'A vase',
      imageUrls: ['https://a'],
      size: '1536*1024'
    })
    const from = [{ item: 'a.1', how: 'remix' }] as const
    expect(withPreset(versionThree, { ...present, from }, form({ size: '1536*1024' })).from).toEqual(from)
    expect(withPreset(versionThree, present, form({ prompt: 'A bowl' })).values).toEqual({ prompt: 'A bowl', imageUrls: ['https://a'] })
  })

  it('keeps the form’s unmapped values', () => {
    const left = [{ name: 'mood', label: 'Mood', path: [], value: 'calm', reason: { code: 'no-longer-accepted', params: {} } }] as const
    expect(withPreset(versionThree, { ...emptyForm, left }, form({})).left).toEqual(left)
  })
})

describe('a file dropped on the form view', () => {
  it('is added to the first field of its medium that has space', () => {
    const swap = fieldsOf(faceSwap)
    expect(fieldForFile(swap, {}, 'image/png')?.name).toBe('targetImageUrl')
    expect(fieldForFile(swap, { targetImageUrl: { draft: 'a' } }, 'image/png')?.name).toBe('referenceFaceImageUrl')
    expect(fieldForFile(swap, { targetImageUrl: { draft: 'a' }, referenceFaceImageUrl: { draft: 'b' } }, 'image/png')?.name).toBe(
      'targetImageUrl'
    )
  })

  it('is added to a media field even if its type doesn’t fit', () => {
    expect(fieldForFile(fields, {}, 'text/plain')?.name).toBe('imageUrls')
    expect(fieldForFile([], {}, 'image/png')).toBeNull()
  })

  it('replaces only the file at its position, and only in a field of its medium', () => {
    const target = fieldsOf(faceSwap).find((field): field is MediaField => field.kind === 'media')
    if (target === undefined) throw new Error('The face swap must accept an image.')
    const held = { targetImageUrl: { draft: 'a' }, imageUrls: ['https://a', 'https://b'] }
    expect(replacedMedia(target, held, null)).toEqual({ draft: 'a' })
    expect(replacedMedia(target, {}, 0)).toBeUndefined()
    expect([null, 1, 2].map((index) => replacedMedia(images, held, index))).toEqual([undefined, 'https://b', undefined])
    expect((['image', 'video', null] as const).map((medium) => acceptsMedium(target, medium))).toEqual([true, false, false])
  })
})
