import { describe, expect, it } from 'vitest'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import type { TaskResult } from '../../../shared/task/task.ts'
import { promptTokens, recipeLines, recipePrompts } from '../../../renderer/media/recipe.ts'
import { wheelIntent } from '../../../renderer/zoom/wheel-intent.ts'
import { resultFromLibraryItem } from '../../../renderer/viewer/result-from-library-item.ts'
import { aTask } from '../a-task.ts'
import { aTile } from '../library/a-tile.ts'

const [, versionThree = null, faceSwap = null] = fallbackCapabilities
const at = new Date(2026, 10, 20, 14, 6, 49).getTime()
function aResult(id: string, index = 0): TaskResult {
  return {
    id,
    index,
    fileName: `${id}.png`,
    contentType: 'image/png',
    medium: 'image',
    bytes: 3_250_586,
    sha256: '',
    width: 1792,
    height: 1344,
    savedAt: at
  }
}
const task = aTask({
  id: 'a',
  capability: 'imgmodel-3-0-image-generator',
  values: {
    prompt: 'Put image 1 on image 2',
    negativePrompt: 'text',
    size: '1792*1344',
    imageNum: '4',
    seed: 7,
    imageUrls: ['https://a', 'https://b'],
    enableThinking: false
  },
  acceptedAt: at - 41_000,
  finishedAt: at,
  credits: { estimated: 42, required: null, consumed: 42, usageDeferred: false, state: 'charged' }
})
const told = (given: typeof task, capability = versionThree): readonly string[] =>
  recipeLines(given, aResult('r'), capability, at).map(({ name, value, isChosen }) => `${name}: ${value}${isChosen ? '' : ' (automatic)'}`)

describe('the recipe of a result', () => {
  it('shows no capability and no credits for an imported file', () => {
    const item = {
      ...aTile({ key: 1, capability: '', task: null, connectionId: null }),
      recipe: null,
      sha256: '',
      children: [],
      outputs: []
    }
    const found = resultFromLibraryItem(item, [])
    const lines = recipeLines(found.task, found.result, null, at)
    expect(lines.map(({ name }) => name)).toEqual(['Source', 'File', 'Modified'])
    expect(lines[0]?.value).toBe('Added by you')
  })

  it('lists every chosen value in form order, and what the service set automatically', () => {
    expect(told(task)).toEqual([
      'Made with: Image generator 3.0',
      'Mode: Edit images',
      'Images: 2',
      'Size: 1792 × 1344',
      'Number of images: 4',
      'Seed: 7',
      'Prompt expansion: On (automatic)',
      'Expansion method: Direct rewriting (automatic)',
      'Thinking: Off',
      'File: 1792 × 1344, 3.1 MB',
      'Time taken: 41 s',
      'Credits: 42 charged',
      'Created: 20 Nov, 14:06:49'
    ])
  })

  it('shows the credits of several results as a total', () => {
    const results = [aResult('a.1'), aResult('a.2', 1), aResult('a.3', 2), aResult('a.4', 3)]
    expect(told({ ...task, results })).toContain('Credits: 42 charged (total for 4 results)')
    expect(told({ ...task, results: results.slice(0, 1) })).toContain('Credits: 42 charged')
  })

  it('does not invent an unknown seed or size', () => {
    const lines = told({ ...task, values: { prompt: 'A vase' } })
    expect(lines).toContain('Seed: Random, not reported (automatic)')
    expect(lines).toContain('Size: Chosen by the service (automatic)')
    expect(lines).toContain('Mode: From text')
  })

  it('names the files of a face swap', () => {
    const swap = {
      ...task,
      capability: 'face-swap',
      values: { targetImageUrl: { file: 'team photo.jpg' }, referenceFaceImageUrl: 'https://a.example/f.png' }
    }
    expect(told(swap, faceSwap)).toEqual(
      expect.arrayContaining(['Target photo: team photo.jpg', 'Reference face: https://a.example/f.png'])
    )
  })

  it('shows what was sent when the service no longer has the capability', () => {
    expect(told({ ...task, capability: 'gone', values: { prompt: 'A vase', strength: 0.5 } }, null)).toEqual(
      expect.arrayContaining(['Made with: gone', 'strength: 0.5'])
    )
  })

  it('separates references from text', () => {
    const prompt = 'Put image 1 on Image 2'
    expect(promptTokens(prompt).map(({ words, isReference }) => (isReference ? `[${words}]` : words))).toEqual([
      'Put ',
      '[image 1]',
      ' on ',
      '[Image 2]'
    ])
    expect(promptTokens('plain')).toEqual([{ start: 0, words: 'plain', isReference: false }])
  })

  it('returns the prompts separately', () => {
    expect(recipePrompts(versionThree, task.values)).toEqual({ prompt: 'Put image 1 on image 2', negativePrompt: 'text' })
    expect(recipePrompts(faceSwap, { targetImageUrl: 'https://a' })).toEqual({ prompt: null, negativePrompt: null })
    expect(recipePrompts(null, { prompt: 'A vase' }).prompt).toBe('A vase')
  })
})

describe('a wheel event', () => {
  const wheel = { deltaX: 0, deltaY: 0, deltaMode: 0, ctrlKey: false }

  it('of a mouse zooms in round steps', () => {
    expect(wheelIntent({ ...wheel, deltaY: -100 })).toEqual({ kind: 'zoom', factor: 1.25 })
    expect(wheelIntent({ ...wheel, deltaY: 3, deltaMode: 1 })).toEqual({ kind: 'zoom', factor: 0.8 })
  })

  it('of two fingers pans, and of a pinch zooms', () => {
    expect(wheelIntent({ ...wheel, deltaX: 4, deltaY: -12 })).toEqual({ kind: 'pan', x: -4, y: 12 })
    expect(wheelIntent({ ...wheel, deltaY: -10, ctrlKey: true })).toEqual({ kind: 'zoom', factor: Math.exp(0.1) })
  })
})
