import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDeepLink } from '../../../shared/app/deep-link.ts'
import type { DeepLink } from '../../../shared/app/deep-link.ts'

const task = '0b0e7a52-5f0c-4c7e-9a44-2f3b9d1c8e10'

/** Generates any link that the grammar allows. */
const links: fc.Arbitrary<DeepLink> = fc.oneof(
  fc
    .array(fc.stringMatching(/^[a-z0-9]{1,12}$/), { minLength: 1, maxLength: 8 })
    .map((words): DeepLink => ({ to: 'capability', id: words.join('-') })),
  fc.constantFrom('gallery', 'queue', 'library').map((id): DeepLink => ({ to: 'place', id })),
  fc.uuid().map((id): DeepLink => ({ to: 'task', id })),
  fc.tuple(fc.uuid(), fc.integer({ min: 1, max: 9999 })).map(([id, place]): DeepLink => ({ to: 'result', id: `${id}.${place}` }))
)
const textOf = ({ to, id }: DeepLink): string => (to === 'place' ? `kiln://${id}` : `kiln://${to}/${id}`)

describe('a link into Kiln', () => {
  it('names a capability, a task, a result or a place', () => {
    expect(parseDeepLink('kiln://queue')).toEqual({ to: 'place', id: 'queue' })
    expect(parseDeepLink('kiln://capability/imgmodel-3-0-image-generator')).toEqual({
      to: 'capability',
      id: 'imgmodel-3-0-image-generator'
    })
    expect(parseDeepLink(`kiln://task/${task}`)).toEqual({ to: 'task', id: task })
    expect(parseDeepLink(`kiln://result/${task}.12`)).toEqual({ to: 'result', id: `${task}.12` })
  })

  it.each([
    '',
    'kiln:',
    'kiln://',
    'kiln://capability',
    'kiln://capability/',
    'kiln:/capability/a',
    'kiln:capability/a',
    'KILN://capability/a',
    'kiln://Capability/a',
    'kiln://capability/A',
    'kiln://capability/a/',
    'kiln://capability/a?prompt=x',
    'kiln://capability/a#x',
    'kiln://capability/a b',
    'kiln://capability/%61',
    'kiln://capability/../task',
    'kiln://capability/a--b',
    'kiln://capability/-a',
    'kiln://user@capability/a',
    'kiln://capability:80/a',
    ' kiln://capability/a',
    'kiln://capability/a\n',
    'kiln://capability/a\0',
    'kiln://capability/ä',
    `kiln://capability/${'a'.repeat(300)}`,
    `kiln://task/${task.toUpperCase()}`,
    `kiln://task/${task}/send`,
    `kiln://result/${task}`,
    `kiln://result/${task}.0`,
    `kiln://result/${task}.12345`,
    'kiln://submit/imgmodel-image-generator',
    'kiln://account',
    'kiln://queue/',
    'kiln://library?search=x',
    'kiln://gallery#x',
    'kiln://Queue',
    'kiln://settings',
    'kiln://account/connect',
    'https://capability/a',
    'javascript:alert(1)',
    'file:///etc/passwd'
  ])('is rejected if it is %j', (text) => {
    expect(parseDeepLink(text)).toBeNull()
  })

  it('is parsed from its own text', () => {
    fc.assert(
      fc.property(links, (link) => {
        expect(parseDeepLink(textOf(link))).toEqual(textOf(link).length > 200 ? null : link)
      })
    )
  })

  it('is rejected after an edit unless the result is exactly another link', () => {
    fc.assert(
      fc.property(links, fc.nat(), fc.string({ minLength: 1, maxLength: 3, unit: 'binary' }), (link, at, put) => {
        const text = textOf(link)
        const place = at % (text.length + 1)
        const changed = text.slice(0, place) + put + text.slice(place)
        const read = parseDeepLink(changed)
        if (read !== null) expect(textOf(read)).toBe(changed)
      }),
      { numRuns: 2_000 }
    )
  })

  it('has an ID of only lowercase letters, digits, dashes and dots', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.webUrl(),
          fc.string().map((text) => `kiln://capability/${text}`)
        ),
        (text) => {
          const read = parseDeepLink(text)
          if (read !== null) expect(read.id).toMatch(/^[a-z0-9.-]+$/)
        }
      ),
      { numRuns: 2_000 }
    )
  })

  it('is rejected quickly even if it is very long', () => {
    const slow = `kiln://capability/${'a-'.repeat(1_000_000)}!`
    expect(parseDeepLink(slow)).toBeNull()
    expect(parseDeepLink(`${slow.slice(0, 198)}!`)).toBeNull()
  })
})
