import { describe, expect, it } from 'vitest'
import { resultUrls } from '../../../electron/service/result-urls.ts'

const a = 'https://cdn.example.com/a.png'
const b = 'https://cdn.example.com/b.png'
const c = 'https://cdn.example.com/c.png'

describe('result addresses', () => {
  it.each<[name: string, body: Record<string, unknown>, field: string, urls: string[]]>([
    ['the declared field in data', { data: { imageUrl: a } }, 'imageUrl', [a]],
    ['the declared field at the top level', { imageUrl: a }, 'imageUrl', [a]],
    ['data before the top level', { data: { imageUrl: a }, imageUrl: b }, 'imageUrl', [a]],
    ['the declared field before any other', { data: { imageUrl: b, videoUrl: a } }, 'videoUrl', [a]],
    ['the declared field in another case', { data: { videoURL: a } }, 'videoUrl', [a]],
    ['a declared list', { data: { images: [a, b] } }, 'images', [a, b]],
    ['a declared list of objects', { data: { images: [{ url: a, width: 1 }, { url: b }] } }, 'images', [a, b]],
    ['the result at the top level', { result: a, data: { status: 'success' } }, 'videoUrl', [a]],
    ['the result in data before imageUrl', { data: { imageUrl: b, result: a } }, 'videoUrl', [a]],
    ['imageUrl if the declared field is missing', { data: { imageUrl: a, coverUrl: b } }, 'modelUrl', [a]],
    ['a result object', { data: { result: { url: a } } }, 'imageUrl', [a]],
    ['the declared field in a result object', { data: { result: { imageUrl: a, status: 'x' } } }, 'imageUrl', [a]],
    ['one address and its list', { data: { imageUrl: a, imageUrls: [a, b, c] } }, 'imageUrl', [a, b, c]],
    ['an address that isn’t in its list, first', { data: { imageUrl: c, imageUrls: [a, b] } }, 'imageUrl', [c, a, b]],
    ['an address in the middle of its list', { data: { imageUrl: b, imageUrls: [a, b, c] } }, 'imageUrl', [a, b, c]],
    ['a declared list beside its first entry', { data: { imageUrl: a, imageUrls: [a, b] } }, 'imageUrls', [a, b]],
    [
      'one address and its list, with new signatures',
      { data: { imageUrl: `${a}?sig=1`, imageUrls: [`${a}?sig=2`, `${b}?sig=3`] } },
      'imageUrl',
      [`${a}?sig=2`, `${b}?sig=3`]
    ],
    [
      'files that differ only by query',
      { data: { imageUrl: 'https://x.example/f?id=1', imageUrls: ['https://x.example/f?id=2', 'https://x.example/f?id=3'] } },
      'imageUrl',
      ['https://x.example/f?id=1', 'https://x.example/f?id=2', 'https://x.example/f?id=3']
    ],
    ['a longer list that begins with the declared one', { data: { imageUrl: a, results: [{ url: a }, { url: b }] } }, 'imageUrl', [a, b]],
    ['no unrelated list', { data: { imageUrl: a, related: [b, c] } }, 'imageUrl', [a]],
    ['each entry of a list of results', { data: { results: [{ imageUrl: a }, { imageUrl: b }] } }, 'imageUrl', [a, b]],
    ['keys that are named like results', { data: { output: { video_url: a, images: [b], model: c } } }, 'x', [a, b]],
    ['nested results', { data: { task: { outputs: [[a], { url: b }] } } }, 'x', [a, b]],
    ['data as a list', { data: [{ imageUrl: a }] }, 'imageUrl', [a]],
    ['each address once', { data: { videoUrl: a, downloadUrl: a, resultUrl: b } }, 'x', [a, b]],
    ['blanks around an address', { data: { imageUrl: `  ${a}\n` } }, 'imageUrl', [a]]
  ])('are found: %s', (_name, body, field, urls) => {
    expect(resultUrls(body, field)).toEqual(urls)
  })

  it.each<[name: string, body: Record<string, unknown>]>([
    ['nothing yet', { data: { status: 'running' } }],
    ['null and empty', { data: { imageUrl: null, imageUrls: [], result: '' } }],
    ['invalid URLs', { data: { imageUrl: 'pending', videoUrl: 'file:///etc/passwd', resultUrl: '/relative', outputUrl: 'https://' } }],
    ['inputs, in input', { data: { input: { imageUrl: a }, params: { targetImageUrl: b } } }],
    ['inputs, beside the status', { data: { status: 'running', targetImageUrl: a, referenceFaceImageUrl: b, callbackUrl: c } }],
    ['addresses in prose', { data: { message: `See ${a}` }, docs: a }]
  ])('aren’t found: %s', (_name, body) => {
    expect(resultUrls(body, 'imageUrl')).toEqual([])
  })

  it('exclude inputs if the declared field is present', () => {
    const data = { targetImageUrl: a, referenceFaceImageUrl: b, imageUrl: c, input: { imageUrls: [a, c, b] } }
    expect(resultUrls({ data }, 'imageUrl')).toEqual([c])
  })

  it('are limited in depth and number', () => {
    let deep: unknown = { imageUrl: a }
    for (let depth = 0; depth < 5_000; depth += 1) deep = { next: deep }
    expect(resultUrls({ data: deep }, 'imageUrl')).toEqual([])
    const many = Array.from({ length: 10_000 }, (_, index) => `https://x.example/${index}`)
    expect(resultUrls({ data: { imageUrls: many } }, 'imageUrls').length).toBeLessThanOrEqual(200)
  })
})
