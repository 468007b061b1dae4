import { describe, expect, it } from 'vitest'
import { createFileTokens } from '../../../electron/ipc/file-tokens.ts'
import type { MediaFacts } from '../../../shared/form/media-facts.ts'
import { SubmissionError } from '../../../shared/form/submission-problem.ts'
import type { SubmissionProblem } from '../../../shared/form/submission-problem.ts'

const facts: MediaFacts = {
  name: 'cat.png',
  bytes: 10,
  modifiedAt: 1,
  medium: 'image',
  format: 'png',
  contentType: 'image/png',
  width: 4,
  height: 4,
  durationInSeconds: null,
  hasSound: null,
  isAnimated: false,
  isTorn: false
}

function problemsOf(run: () => unknown): readonly SubmissionProblem[] {
  try {
    run()
  } catch (error) {
    if (error instanceof SubmissionError) return error.problems
    throw error
  }
  return []
}

describe('a file token', () => {
  it('reaches the page with facts and a preview URL, but without the file’s path', () => {
    const draft = createFileTokens().add('/home/someone/private/cat.png', facts)
    expect(draft).toEqual({ draft: expect.stringMatching(/^[0-9a-f-]{36}$/), facts, previewUrl: `/media/draft/${draft.draft}` })
    expect(JSON.stringify(draft)).not.toContain('private')
  })

  it('is replaced by its file anywhere in the submitted values', () => {
    const fileTokens = createFileTokens()
    const one = { draft: fileTokens.add('/a.png', facts).draft }
    const two = { draft: fileTokens.add('/b.png', facts).draft }
    expect(
      fileTokens.resolve({
        prompt: 'a cat',
        imageUrl: one,
        imageUrls: [two, 'https://example.com/c.png', { item: 'i.0' }, one],
        deep: { pair: { face: two } },
        seed: 7
      })
    ).toEqual({
      prompt: 'a cat',
      imageUrl: { file: '/a.png' },
      imageUrls: [{ file: '/b.png' }, 'https://example.com/c.png', { item: 'i.0' }, { file: '/a.png' }],
      deep: { pair: { face: { file: '/b.png' } } },
      seed: 7
    })
  })

  it('from an earlier session is rejected with the field’s position', () => {
    const fileTokens = createFileTokens()
    const known = { draft: fileTokens.add('/a.png', facts).draft }
    expect(problemsOf(() => fileTokens.resolve({ imageUrls: [known, { draft: 'of-yesterday' }] }))).toEqual([
      { code: 'forgotten-file', params: {}, field: 'imageUrls', index: 1 }
    ])
  })

  it('can’t be replaced by a path from the page', () => {
    const fileTokens = createFileTokens()
    for (const values of [
      { imageUrl: { file: '/etc/passwd' } },
      { imageUrls: [{ file: '/etc/passwd' }] },
      { a: { b: [{ file: '/etc/passwd' }] } }
    ]) {
      expect(problemsOf(() => fileTokens.resolve(values))).toMatchObject([{ code: 'path-instead-of-file' }])
    }
  })

  it('is unique', () => {
    const fileTokens = createFileTokens()
    const tokens = Array.from({ length: 100 }, () => fileTokens.add('/a.png', facts).draft)
    expect(new Set(tokens).size).toBe(100)
    expect(fileTokens.find(tokens[0] ?? '')).toEqual({ path: '/a.png', facts })
    expect(fileTokens.find('another')).toBeNull()
  })
})
