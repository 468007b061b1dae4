import { describe, expect, it } from 'vitest'
import { joinCapabilities, readOpenapi } from '../../../electron/contract/discovery.ts'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import { openapiDocument } from '../../../electron/practice/openapi-document.ts'
import { formLayout } from '../../../renderer/compose/form-layout.ts'
import { problemsInFields } from '../../../renderer/compose/problems-in-fields.ts'
import { checkValues, fieldsOf } from '../../../shared/form/fields.ts'
import type { Values } from '../../../shared/form/values.ts'

const capabilities = joinCapabilities({
  catalog: null,
  openapi: readOpenapi(JSON.parse(JSON.stringify(openapiDocument(deployedCapabilities.values(), 'http://127.0.0.1:1'))))
})

/** Returns an entry for each problem. It is the field's name if the problem is only named beside the submit button, otherwise null. */
function places(id: string, values: Values, { isPanelShown = true, wasAttempted = false } = {}): readonly (string | null)[] {
  const capability = capabilities.find((one) => one.id === id)!
  const problems = checkValues(capability, values, () => null)
  const layout = formLayout(capability, fieldsOf(capability, values))
  const named = problemsInFields(problems, { layout, values, isPanelShown, wasAttempted })
  return problems.map((problem) => named.get(problem) ?? null)
}

describe('a problem that its field reports', () => {
  const generator = 'imgmodel-3-0-image-generator'

  it('is only named beside the send button', () => {
    expect(places(generator, { prompt: 'A vase', seed: -1 })).toEqual(['Seed'])
  })

  it('isn’t visible while its panel is closed', () => {
    expect(places(generator, { prompt: 'A vase', seed: -1 }, { isPanelShown: false })).toEqual([null])
  })

  it('may be a missing value, once the user tried to send the form', () => {
    expect(places(generator, {})).toEqual([null])
    expect(places(generator, {}, { wasAttempted: true })).toEqual(['Prompt'])
  })

  it('isn’t a prompt that is too long, because its panel only marks the surplus', () => {
    expect(places(generator, { prompt: 'a'.repeat(9000) })).toEqual([null])
  })

  it('is named with its place inside a list', () => {
    const shots = [
      { prompt: 'The sea', duration: 2 },
      { prompt: 'The lamp', duration: 99 }
    ]
    expect(places('text-to-video-pro', { mode: 'shots', shots })).toEqual(['Shot 2 › Duration'])
  })

  it('is the first of a field, because the field reports only that one', () => {
    const skeletons = [
      [
        [0.1, 0.2],
        [0.3, 1.4],
        [0.5, 0.6]
      ],
      [[0, 0]]
    ]
    const controls = [{ kind: 'pose', imageUrl: 'https://example.com/pose.png' }]
    const named = places('pose-to-image', { prompt: 'Two dancers', controls, skeletons })
    expect(named.filter((place) => place?.startsWith('Pose keypoints'))).toEqual([
      'Pose keypoints › item 1 › item 2 › item 2',
      'Pose keypoints › item 2'
    ])
  })
})
