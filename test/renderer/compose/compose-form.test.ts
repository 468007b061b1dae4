import { describe, expect, it } from 'vitest'
import { floorCapabilities } from '../../../shared/floor-capabilities.ts'
import type { MediaField } from '../../../shared/fields.ts'
import { fieldsOf } from '../../../shared/fields.ts'
import {
  afterSending,
  emptyForm,
  fieldForFile,
  fieldsInMode,
  formFromTask,
  modeOfForm,
  unopenedMediaProblems,
  valuesToSend,
  withKeptSeed,
  withMedia,
  withValue
} from '../../../renderer/compose/compose-form.ts'

const [, versionThree, faceSwap] = floorCapabilities
if (versionThree === undefined || faceSwap === undefined) throw new Error('The floor lost its capabilities.')
const fields = fieldsOf(versionThree)
const images = fields.find((field): field is MediaField => field.kind === 'media')
if (images === undefined) throw new Error('Version 3.0 takes images.')

const facts = {
  name: 'a.png',
  bytes: 1,
  modifiedAt: 0,
  medium: 'image',
  format: 'png',
  contentType: 'image/png',
  width: 400,
  height: 400,
  durationInSeconds: null
} as const

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

  it('is rolled anew when it is not kept', () => {
    expect(afterSending(seeded, fields, () => 0.5).values['seed']).toBe(1073741824)
  })

  it('stays when it is kept', () => {
    expect(afterSending(withKeptSeed(seeded, 'seed', true), fields, () => 0.5).values['seed']).toBe(7)
  })

  it('stays unset when nobody chose one', () => {
    expect(afterSending(emptyForm, fields, () => 0.5).values).toEqual({})
  })
})

describe('a form from an earlier task', () => {
  it('has its values, its seed kept, and its files as drafts of today', () => {
    const values = { prompt: 'A vase', seed: 7, imageUrls: [{ file: '/a.png' }, 'https://b.example/b.png'] }
    const form = formFromTask(versionThree, values, [{ field: 'imageUrls', index: 0, media: { draft: 'token', facts, previewUrl: '/p' } }])
    expect(form.values).toEqual({ prompt: 'A vase', seed: 7, imageUrls: [{ draft: 'token' }, 'https://b.example/b.png'] })
    expect(form.keptSeeds).toEqual(['seed'])
    expect(modeOfForm(versionThree, form)?.id).toBe('edit')
  })

  it('takes a single image into the list that shows it', () => {
    const form = formFromTask(versionThree, { prompt: 'A vase', imageUrl: { file: '/a.png' } }, [
      { field: 'imageUrl', index: 0, media: { draft: 'token', facts, previewUrl: '/p' } }
    ])
    expect(form.values).toEqual({ prompt: 'A vase', imageUrls: [{ draft: 'token' }] })
  })

  it('asks to choose again what could not be opened', () => {
    const form = formFromTask(faceSwap, { targetImageUrl: { file: '/gone.png' }, referenceFaceImageUrl: 'https://a.example/a.png' }, [])
    expect(unopenedMediaProblems(fieldsOf(faceSwap), form.values)).toEqual([
      { field: 'targetImageUrl', index: null, message: 'The file of “Target photo” has to be chosen again.' }
    ])
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
})
