import { describe, expect, it } from 'vitest'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import type { CapabilityExample } from '../../../renderer/media/examples/example.ts'
import { exampleValues, sampleFilesIn } from '../../../renderer/media/examples/example.ts'
import { loadExamples } from '../../../renderer/media/examples/load-examples.ts'
import { checkValues } from '../../../shared/form/fields/check-values.ts'

const capabilities = [...deployedCapabilities.values()]
const file = () => ({ draft: 'file' })

describe('the examples', () => {
  it.each(capabilities)('of $id are three, with different titles, and valid in both languages', async (capability) => {
    const examples = await loadExamples(capability)
    for (const language of ['en', 'zh'] as const) {
      expect(new Set(examples.map(({ title }) => title[language])).size).toBe(3)
      const problems = examples.map((example) => checkValues(capability, exampleValues(example, language, file, file), () => null))
      expect(problems).toEqual([[], [], []])
    }
  })

  it('are omitted if they don’t fit the API definition', async () => {
    const upscaler = deployedCapabilities.get('image-upscaler')
    if (upscaler === undefined) throw new Error('no upscaler')
    const { properties } = upscaler.inputSchema
    const narrower = {
      ...upscaler,
      inputSchema: { ...upscaler.inputSchema, properties: { ...properties, scale: { type: 'integer', enum: [2] } as const } }
    }
    expect((await loadExamples(narrower)).map(({ title }) => title.en)).toEqual(['Twice the size', 'Group photo with faces'])
    expect(await loadExamples({ ...upscaler, id: 'other' })).toEqual([])
  })
})

describe('the values of an example', () => {
  const example: CapabilityExample = {
    title: { en: 'Two', zh: '二' },
    values: { prompt: { en: 'A vase', zh: '花瓶' }, images: [{ sample: 'vase' }, { own: 'image' }], mask: { own: 'image' }, count: 2 }
  }

  it('have the texts of one language and the sample files, without the files that the user adds', () => {
    const values = exampleValues(example, 'zh', (sample) => ({ draft: sample }))
    expect(values).toEqual({ prompt: '花瓶', images: [{ draft: 'vase' }], count: 2 })
    expect(sampleFilesIn(example.values)).toEqual(['vase'])
  })
})
