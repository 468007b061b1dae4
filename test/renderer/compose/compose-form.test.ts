import { describe, expect, it } from 'vitest'
import { fallbackCapabilities } from '../../../shared/fallback-capabilities.ts'
import type { MediaField } from '../../../shared/fields.ts'
import { fieldsOf } from '../../../shared/fields.ts'
import {
  acceptsMedium,
  afterSubmit,
  emptyForm,
  fieldForFile,
  fieldsInMode,
  migrateForm,
  missingMediaProblems,
  isEmptyForm,
  modeOfForm,
  replacedMedia,
  valuesToSend,
  withAddedValues,
  withKeptSeed,
  withMedia,
  withSeedsKept,
  withValue
} from '../../../renderer/compose/compose-form.ts'
import type { ComposeForm } from '../../../renderer/compose/compose-form.ts'
import { withPreset } from '../../../renderer/compose/preset-form.ts'
import type { Capability } from '../../../shared/capability.ts'
import type { Values } from '../../../shared/values.ts'

const [, versionThree, faceSwap] = fallbackCapabilities
if (versionThree === undefined || faceSwap === undefined) throw new Error('The floor lost its capabilities.')
const fields = fieldsOf(versionThree)
const images = fields.find((field): field is MediaField => field.kind === 'media')
if (images === undefined) throw new Error('Version 3.0 takes images.')

describe('the form of a capability', () => {
  it('keeps what both modes share and sends only what the chosen one knows', () => {
    const filled = withValue(withValue(emptyForm, 'prompt', 'A vase'), 'imageUrls', ['https://a.example/1.png'])
    expect(modeOfForm(versionThree, filled)?.id).toBe('edit')
    const fromText = { ...filled, modeId: 'text' as const }
    expect(valuesToSend(versionThree, fromText)).toEqual({ prompt: 'A vase' })
    expect(valuesToSend(versionThree, { ...fromText, modeId: 'edit' })).toEqual(filled.values)
  })

  it('shows images only where they are edited', () => {
    const names = (modeId: 'text' | 'edit'): readonly string[] =>
      fieldsInMode(versionThree, modeOfForm(versionThree, { ...emptyForm, modeId })).map((field) => field.name)
    expect(names('text')).not.toContain('imageUrls')
    expect(names('edit')).toContain('imageUrls')
  })

  it('takes what is added beside what it holds, in a mode that shows it', () => {
    const item = { item: 'a.1' }
    const filled = { ...withValue(emptyForm, 'prompt', 'A vase'), modeId: 'text' }
    expect(withAddedValues(versionThree, filled, { imageUrls: [item] })).toEqual({
      ...filled,
      values: { prompt: 'A vase', imageUrls: [item] },
      modeId: 'edit'
    })
    expect(withAddedValues(versionThree, filled, { prompt: 'A bowl' })).toEqual({ ...filled, values: { prompt: 'A bowl' } })
  })

  it('leaves the rest of a group to which something is added, and puts one thing in the place of another', () => {
    const held = withValue(withValue(emptyForm, 'views', { front: { item: 'a.1' }, name: 'Bust' }), 'imageUrl', { item: 'a.1' })
    const added = { views: { back: { item: 'b.1' } }, imageUrl: { item: 'b.1' } }
    expect(withAddedValues(faceSwap, held, added).values).toEqual({
      views: { front: { item: 'a.1' }, name: 'Bust', back: { item: 'b.1' } },
      imageUrl: { item: 'b.1' }
    })
  })

  it('lets the prompt follow the images', () => {
    const filled = withValue(emptyForm, 'prompt', 'image 1 on image 2')
    const moved = withMedia(filled, fields, images, ['https://b', 'https://a'], [1, 0])
    expect(moved.values).toEqual({ prompt: 'image 2 on image 1', imageUrls: ['https://b', 'https://a'] })
  })

  it('takes an empty field away instead of sending nothing', () => {
    expect(withMedia(withValue(emptyForm, 'imageUrls', ['https://a']), fields, images, [], [null]).values).toEqual({})
  })
})

describe('the seed after a run', () => {
  const seeded = withValue(emptyForm, 'seed', 7)

  it('is generated again when it is not kept', () => {
    expect(afterSubmit(seeded, fields, () => 0.5).values['seed']).toBe(1073741824)
  })

  it('stays when it is kept', () => {
    expect(afterSubmit(withKeptSeed(seeded, 'seed', true), fields, () => 0.5).values['seed']).toBe(7)
  })

  it('stays unset when none was chosen', () => {
    expect(afterSubmit(emptyForm, fields, () => 0.5).values).toEqual({})
  })
})

describe('a form that was kept', () => {
  const kept = (values: Values, more: Partial<ComposeForm> = {}): ComposeForm => ({ ...emptyForm, values, ...more })
  const mood = { name: 'mood', label: 'Mood', value: 'calm', why: 'The service no longer accepts it.' }
  const withMood: Capability = {
    ...versionThree,
    inputSchema: {
      ...versionThree.inputSchema,
      properties: { ...versionThree.inputSchema.properties, mood: { type: 'string', title: 'Mood' } }
    }
  }

  it('takes a single image into the list that shows it', () => {
    expect(migrateForm(versionThree, kept({ prompt: 'A vase', imageUrl: { draft: 'token' } })).form.values).toEqual({
      prompt: 'A vase',
      imageUrls: [{ draft: 'token' }]
    })
  })

  it('keeps beside it what the service does not take any more, under its name, and gives it back when the service does', () => {
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

  it('holds the same thing beside it only once', () => {
    expect(migrateForm(versionThree, kept({ mood: 'calm' }, { left: [mood] })).form.left).toEqual([mood])
  })

  it('of an earlier task keeps its seed', () => {
    expect(withSeedsKept(versionThree, kept({ prompt: 'A vase', seed: 7 })).keptSeeds).toEqual(['seed'])
    expect(withSeedsKept(versionThree, kept({ prompt: 'A vase' })).keptSeeds).toEqual([])
  })

  it('asks to choose again what could not be opened', () => {
    const values = { targetImageUrl: { draft: 'gone' }, referenceFaceImageUrl: { draft: 'there' } }
    const nameOf = (reference: unknown): string | null => ((reference as { draft: string }).draft === 'gone' ? '“me.png”' : null)
    expect(missingMediaProblems(fieldsOf(faceSwap), values, nameOf)).toEqual([
      { field: 'targetImageUrl', index: null, message: '“me.png” can’t be found. Choose it again.' }
    ])
    expect(missingMediaProblems(fields, { imageUrls: ['https://a', { draft: 'gone' }] }, nameOf)).toMatchObject([
      { field: 'imageUrls', index: 1 }
    ])
  })

  it('is empty when nothing in it would be missed', () => {
    expect(isEmptyForm(emptyForm)).toBe(true)
    expect(isEmptyForm(kept({ prompt: ' ', imageUrls: [] }))).toBe(true)
    expect(isEmptyForm(kept({ prompt: 'a' }))).toBe(false)
    expect(isEmptyForm(kept({}, { left: [mood] }))).toBe(false)
  })
})

describe('a preset laid over a form', () => {
  const form = (values: Values): ComposeForm => ({ ...emptyForm, values })
  it('changes every setting, and what is worked on only where it holds something', () => {
    const present = form({ prompt: 'A vase', imageUrls: ['https://a'], size: '1024*1024', seed: 7 })
    expect(withPreset(versionThree, present, form({ size: '1536*1024' })).values).toEqual({
      prompt: 'A vase',
      imageUrls: ['https://a'],
      size: '1536*1024'
    })
    expect(withPreset(versionThree, present, form({ prompt: 'A bowl' })).values).toEqual({ prompt: 'A bowl', imageUrls: ['https://a'] })
  })

  it('keeps the values saved beside the form', () => {
    const left = [{ name: 'mood', label: 'Mood', value: 'calm', why: 'It is gone.' }]
    expect(withPreset(versionThree, { ...emptyForm, left }, form({})).left).toEqual(left)
  })
})

describe('a file that is dropped on the view', () => {
  it('goes to the first field of its kind that has room', () => {
    const swap = fieldsOf(faceSwap)
    expect(fieldForFile(swap, {}, 'image/png')?.name).toBe('targetImageUrl')
    expect(fieldForFile(swap, { targetImageUrl: { draft: 'a' } }, 'image/png')?.name).toBe('referenceFaceImageUrl')
    expect(fieldForFile(swap, { targetImageUrl: { draft: 'a' }, referenceFaceImageUrl: { draft: 'b' } }, 'image/png')?.name).toBe(
      'targetImageUrl'
    )
  })

  it('goes somewhere even when its kind fits nothing, so that the form can say why', () => {
    expect(fieldForFile(fields, {}, 'text/plain')?.name).toBe('imageUrls')
    expect(fieldForFile([], {}, 'image/png')).toBeNull()
  })

  it('replaces only what is at its place, and only by media of its kind', () => {
    const target = fieldsOf(faceSwap).find((field): field is MediaField => field.kind === 'media')
    if (target === undefined) throw new Error('The face swap takes a picture.')
    const held = { targetImageUrl: { draft: 'a' }, imageUrls: ['https://a', 'https://b'] }
    expect(replacedMedia(target, held, null)).toEqual({ draft: 'a' })
    expect(replacedMedia(target, {}, 0)).toBeUndefined()
    expect([null, 1, 2].map((index) => replacedMedia(images, held, index))).toEqual([undefined, 'https://b', undefined])
    expect((['image', 'video', null] as const).map((medium) => acceptsMedium(target, medium))).toEqual([true, false, false])
  })
})
