import { pickFrom } from '../crash/seeded-random-stream.ts'

/**
 * Type of a value, as a validator classifies it. `strange`: objects of built-in classes, and numbers that JSON can't contain. `twisted`:
 * cyclic or deeply nested values, which no contract accepts.
 */
export type HostileValueKind = 'text' | 'number' | 'boolean' | 'null' | 'undefined' | 'list' | 'object' | 'bytes' | 'strange' | 'twisted'
export type HostileValue = { readonly kind: HostileValueKind; readonly name: string; readonly make: () => unknown }

const text = (name: string, content: string): HostileValue => ({ kind: 'text', name, make: () => content })
const made = (kind: HostileValueKind, name: string, make: () => unknown): HostileValue => ({ kind, name, make })

const texts: readonly HostileValue[] = [
  '',
  ' ',
  '\0',
  '\u0000/etc/passwd',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '/etc/passwd',
  '../../../../etc/passwd',
  '..\\..\\Windows\\win.ini',
  'C:\\Windows\\System32',
  '\\\\server\\share',
  '~/.ssh/id_rsa',
  'file:///etc/passwd',
  'app://kiln/',
  'javascript:alert(1)',
  'data:text/html,<script>1</script>',
  'https://user:password@example.com/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]:1/',
  '<img src=x onerror=alert(1)>',
  "'; DROP TABLE tasks; --",
  '" OR 1=1 --',
  '%00',
  '%s%s%n',
  '${7*7}',
  '{{7*7}}',
  '$(id)',
  '`id`',
  '\r\nX-Evil: 1',
  '\ud800',
  'a\udfffb',
  '\u202egnp.exe',
  'ﷺ'.repeat(200),
  'e\u0301'.repeat(300),
  'NaN',
  '-0',
  '1e999',
  '9'.repeat(400),
  'null',
  'undefined',
  '[object Object]',
  'CON',
  '.',
  '..',
  '*'.repeat(500),
  '('.repeat(500),
  '"'.repeat(999),
  'a'.repeat(200),
  'a'.repeat(201),
  'a'.repeat(5_000)
].map((content, place) => text(`text ${place}`, content))

const large: readonly HostileValue[] = [
  made('text', 'text of 300,000 characters', () => 'x'.repeat(300_000)),
  made('text', 'text of 10 MB', () => 'y'.repeat(10 * 1024 * 1024)),
  made('bytes', 'bytes of 10 MB', () => new Uint8Array(10 * 1024 * 1024)),
  made('list', 'list of 200,000', () => Array.from({ length: 200_000 }, (_, place) => place)),
  made('object', 'object of 20,000 names', () => Object.fromEntries(Array.from({ length: 20_000 }, (_, place) => [`n${place}`, place])))
]

const numbers: readonly HostileValue[] = [
  0,
  -0,
  1,
  -1,
  0.1,
  2 ** 31,
  -(2 ** 31),
  2 ** 53,
  -(2 ** 53) - 2,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  1e21
].map((value) => made('number', `number ${value}`, () => value))

const others: readonly HostileValue[] = [
  made('boolean', 'true', () => true),
  made('boolean', 'false', () => false),
  made('null', 'null', () => null),
  made('undefined', 'undefined', () => undefined),
  made('list', 'empty list', () => []),
  made('list', 'list of lists', () => [[[[]]], null, {}]),
  made('list', 'list with a long gap', () => Object.assign([], { 5_000: 1 })),
  made('object', 'empty object', () => ({})),
  made('object', 'object with __proto__', () =>
    JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
  ),
  made('object', 'object with odd names', () => ({
    '': 1,
    '\0': 2,
    '\ud800': 3,
    length: 4,
    then: 5,
    toJSON: 6,
    toString: 'x',
    valueOf: null
  })),
  made('object', 'a path for a file', () => ({ file: '/etc/passwd' })),
  made('object', 'an unknown token', () => ({ draft: '../../secret' })),
  made('object', 'an item that is not there', () => ({ item: '__proto__' })),
  made('bytes', 'no bytes', () => new Uint8Array(0)),
  made('bytes', 'some bytes', () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]))
]

/** Values that structured clone can transfer but JSON can't contain. */
const strange: readonly HostileValue[] = [
  made('strange', 'NaN', () => Number.NaN),
  made('strange', 'Infinity', () => Number.POSITIVE_INFINITY),
  made('strange', 'a bigint', () => 10n ** 40n),
  made('strange', 'a date', () => new Date(8.64e15)),
  made('strange', 'no date', () => new Date(Number.NaN)),
  made('strange', 'a pattern', () => /(a+)+$/),
  made('strange', 'a map', () => new Map<unknown, unknown>([['__proto__', 1]])),
  made('strange', 'a set', () => new Set([1, 'x'])),
  made('strange', 'an error', () => new RangeError('at /home/someone/file.ts:1:1')),
  made('strange', 'floats', () => new Float64Array([Number.NaN])),
  made('strange', 'a buffer', () => new ArrayBuffer(8)),
  made('strange', 'a view', () => new DataView(new ArrayBuffer(8))),
  made('strange', 'a boxed text', () => Object('text')),
  made('strange', 'shared words', () => new Uint16Array(new Uint8Array(4).buffer))
]

/** Cyclic or deeply nested values. They're small to send, but traversing them can take almost forever. */
const twisted: readonly HostileValue[] = [
  made('twisted', 'a circle of objects', () => {
    const circle: { [name: string]: unknown } = { name: 'x' }
    circle['self'] = circle
    return circle
  }),
  made('twisted', 'a circle of lists', () => {
    const circle: unknown[] = []
    circle.push(circle)
    return circle
  }),
  made('twisted', 'objects 1,000 deep', () => nested(1_000, (inner) => ({ a: inner }))),
  made('twisted', 'lists 2,000 deep', () => nested(2_000, (inner) => [inner])),
  made('twisted', 'two of each, 40 deep', () => nested(40, (inner) => [inner, inner])),
  made('twisted', 'ten of each, 12 deep', () =>
    nested(12, (inner) => ({ a: inner, b: inner, c: inner, d: inner, e: inner, f: inner, g: inner, h: inner }))
  )
]

function nested(depth: number, around: (inner: unknown) => unknown): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level += 1) value = around(value)
  return value
}

const usual = [...texts, ...numbers, ...others, ...strange]

/** Returns any hostile value. Large, deep and cyclic values are rare, because each takes as long as thousands of others. */
export function hostileValue(random: () => number): HostileValue {
  const roll = random()
  if (roll < 0.0005) return pickFrom(random, large)
  return roll < 0.03 ? pickFrom(random, twisted) : pickFrom(random, usual)
}

/** Returns a hostile value whose kind isn't in `takes`. */
export function wrongValue(random: () => number, takes: ReadonlySet<HostileValueKind>): HostileValue {
  for (;;) {
    const value = hostileValue(random)
    if (!takes.has(value.kind)) return value
  }
}

export function hostileText(random: () => number): string {
  return pickFrom(random, texts).make() as string
}
