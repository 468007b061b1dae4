import { describe, expect, it } from 'vitest'
import { fieldsOf, outputCount } from '../../../shared/fields.ts'
import { floorCapabilities } from '../../../shared/floor-capabilities.ts'
import { formLayout } from '../../../renderer/compose/form-layout.ts'
import { goWords, reasonsTitle, wayOutOf } from '../../../renderer/compose/go-words.ts'
import { madeTiles } from '../../../renderer/compose/made-tiles.ts'
import { aTask } from '../a-task.ts'

const [standard, versionThree, faceSwap, , upscaler] = floorCapabilities
if (standard === undefined || versionThree === undefined || faceSwap === undefined || upscaler === undefined)
  throw new Error('The floor lost its capabilities.')
const fields = fieldsOf(versionThree)

describe('the words of the button', () => {
  it('say what is made, and how many', () => {
    expect(goWords(versionThree, 4)).toBe('Make 4 pictures')
    expect(goWords(versionThree, 1)).toBe('Make a picture')
    expect(goWords(faceSwap, 1)).toBe('Swap the face')
    expect(goWords(upscaler, 1)).toBe('Make the video')
  })

  it('count what is chosen, else what the contract says', () => {
    expect(outputCount(fields, { imageNum: '4' })).toBe(4)
    expect(outputCount(fields, {})).toBe(1)
    expect(outputCount(fieldsOf(faceSwap), {})).toBe(1)
  })
})

describe('the way out of a reason', () => {
  it('leads to where it can be mended', () => {
    const way = (field: string, index: number | null, values: Parameters<typeof wayOutOf>[2]): unknown =>
      wayOutOf({ field, index, message: '' }, fields, values)
    expect(way('prompt', null, {})).toEqual({ words: 'Write', does: 'show' })
    expect(way('prompt', null, { prompt: 'too long' })).toEqual({ words: 'Show', does: 'show' })
    expect(way('imageUrls', null, {})).toEqual({ words: 'Choose', does: 'browse' })
    expect(way('imageUrls', 1, { imageUrls: ['a', 'b'] })).toEqual({ words: 'Choose another', does: 'browse' })
    expect(wayOutOf({ field: null, index: null, message: '' }, fields, {})).toBeNull()
  })

  it('is counted in words', () => {
    expect([1, 3].map(reasonsTitle)).toEqual(['One thing first', '3 things first'])
  })
})

describe('where the fields of a form stand', () => {
  it('puts prompt and images in the middle and settings at the side', () => {
    const layout = formLayout(fields)
    expect(layout.prompt?.name).toBe('prompt')
    expect(layout.leaveOut?.name).toBe('negativePrompt')
    expect(layout.media.map((field) => field.name)).toEqual(['imageUrls'])
    expect(layout.settings.map((field) => field.name)).toEqual([
      'size',
      'imageNum',
      'seed',
      'promptExtend',
      'promptExtendMode',
      'enableThinking'
    ])
  })

  it('gives both photos of a face swap a well', () => {
    expect(formLayout(fieldsOf(faceSwap)).media.map((field) => field.name)).toEqual(['targetImageUrl', 'referenceFaceImageUrl'])
  })

  it('shows every field exactly once', () => {
    for (const capability of floorCapabilities) {
      const layout = formLayout(fieldsOf(capability))
      const places = [...layout.media, layout.prompt, layout.leaveOut, ...layout.long, ...layout.settings, ...layout.rare]
      const names = places.flatMap((field) => (field === null ? [] : [field.name]))
      expect(names.toSorted()).toEqual(
        fieldsOf(capability)
          .map((field) => field.name)
          .toSorted()
      )
    }
  })
})

describe('what was made with a form', () => {
  const result = {
    id: 'r1',
    index: 0,
    path: '/r1.png',
    contentType: 'image/png',
    medium: 'image',
    bytes: 1,
    sha256: '',
    width: 1,
    height: 1,
    savedAt: 0
  } as const
  const own = { capability: standard.id } as const

  it('has a door for every picture that is still made, in the place where it will be', () => {
    const running = aTask({ id: 'a', ...own, phase: 'running' })
    const half = aTask({ id: 'a', ...own, phase: 'collecting', results: [result] })
    const keys = (task: typeof running): readonly string[] =>
      madeTiles([task], standard.id, () => 2, 10).map((tile) => `${tile.kind}: ${tile.key}`)
    expect(keys(running)).toEqual(['making: a 0', 'making: a 1'])
    expect(keys(half)).toEqual(['result: a 0', 'making: a 1'])
  })

  it('leaves out other forms, what was taken back, and what was hidden', () => {
    const tasks = [
      aTask({ id: 'a', capability: 'face-swap', results: [result] }),
      aTask({ id: 'b', ...own, phase: 'cancelled' }),
      aTask({ id: 'c', ...own, hidden: true, results: [result] }),
      aTask({ id: 'd', ...own, phase: 'failed' })
    ]
    expect(madeTiles(tasks, standard.id, () => 1, 10).map((tile) => tile.key)).toEqual(['d stopped'])
  })

  it('stops at the most that are shown', () => {
    const tasks = ['a', 'b', 'c'].map((id) => aTask({ id, ...own, phase: 'running' }))
    expect(madeTiles(tasks, standard.id, () => 4, 6)).toHaveLength(6)
  })
})
