import { describe, expect, it } from 'vitest'
import { submittedTexts } from '../../../renderer/queue/submitted-texts.ts'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'

const [generator = null] = fallbackCapabilities
const prompt = `${'a very tall vase '.repeat(20)}\nwith a lid`

describe('the texts of an opened task', () => {
  it('are complete, however long the prompt is', () => {
    expect(submittedTexts(generator, { prompt, negativePrompt: 'flowers', size: '1024*1024' })).toEqual([
      { label: 'Prompt', text: prompt },
      { label: 'Negative prompt', text: 'flowers' }
    ])
  })

  it('include those inside groups and lists', () => {
    const line = {
      type: 'object',
      title: 'Line',
      properties: { speaker: { type: 'string', enum: ['ada', 'bo'] }, text: { type: 'string', title: 'Text' } }
    } as const
    const inputSchema = { type: 'object', properties: { lines: { type: 'array', title: 'Lines', items: line } } } as const
    const dialogue = { ...generator!, inputSchema }
    const lines = [
      { speaker: 'ada', text: 'Is it done?' },
      { speaker: 'bo', text: 'Nearly.' }
    ]
    expect(submittedTexts(dialogue, { lines })).toEqual([
      { label: 'Line 1: Text', text: 'Is it done?' },
      { label: 'Line 2: Text', text: 'Nearly.' }
    ])
  })

  it('are shown too if the service no longer has the capability', () => {
    expect(submittedTexts(null, { prompt })).toEqual([{ label: 'Prompt', text: prompt }])
  })

  it('are empty if the task has no texts', () => {
    expect(submittedTexts(generator, { prompt: ' ' })).toEqual([])
    expect(submittedTexts(null, { imageUrl: 'https://a.example/1.png' })).toEqual([])
  })
})
