import { describe, expect, it } from 'vitest'
import type { Capability } from '../../../../shared/form/capability.ts'
import { taskTitle } from '../../../../shared/form/fields.ts'
import { fallbackCapabilities } from '../../../../electron/contract/fallback-capabilities.ts'
import type { Values } from '../../../../shared/form/values.ts'

const [standard, , faceSwap, videoFaceSwap] = fallbackCapabilities as [Capability, Capability, Capability, Capability]

describe('the title of a task', () => {
  it.each<[string, Capability, Values, string]>([
    ['its prompt on one line', standard, { prompt: '  A vase\n on  the stairs ', imageUrls: [{ file: '/a.png' }] }, 'A vase on the stairs'],
    ['the file name, not the negative prompt', standard, { negativePrompt: 'people', imageUrls: [{ file: '/a/vase.png' }] }, 'vase.png'],
    [
      'the names of its files',
      faceSwap,
      { targetImageUrl: { file: 'C:\\Pictures\\team.jpg' }, referenceFaceImageUrl: { file: '/home/me.png' } },
      'team.jpg, me.png'
    ],
    ['the name in a URL', faceSwap, { targetImageUrl: 'https://x.example/a/team%20photo.jpg?width=3' }, 'team photo.jpg'],
    ['the undecoded name if a URL can’t be decoded', faceSwap, { targetImageUrl: 'https://x.example/100%.jpg' }, '100%.jpg'],
    ['the capability if nothing else is known', faceSwap, { targetImageUrl: 'https://x.example' }, 'Face swap'],
    ['the capability of an open contract', videoFaceSwap, {}, 'Video face swap']
  ])('is %s', (_case, capability, values, title) => {
    expect(taskTitle(capability, values)).toBe(title)
  })

  it('contains the names of drafts and library items', () => {
    const values: Values = { targetImageUrl: { draft: 'd1' }, referenceFaceImageUrl: { item: 'task.0' } }
    expect(taskTitle(faceSwap, values, (reference) => ('draft' in reference ? 'team.jpg' : 'vase.webp'))).toBe('team.jpg, vase.webp')
  })

  it('is cut between words after 80 characters, and never inside an emoji', () => {
    const long = taskTitle(standard, { prompt: 'one word after another '.repeat(10) })
    expect(long).toBe('one word after another one word after another one word after another one word…')
    expect([...long].length).toBeLessThanOrEqual(80)
    expect(taskTitle(standard, { prompt: '🏺'.repeat(100) })).toBe(`${'🏺'.repeat(79)}…`)
  })
})
