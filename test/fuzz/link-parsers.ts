import { isAbsolute } from 'node:path'
import { parseLaunchArguments, parseLaunchTargets } from '../../electron/launch/launch-arguments.ts'
import { linkScheme, parseDeepLink } from '../../shared/app/deep-link.ts'
import { pickFrom } from '../crash/seeded-random-stream.ts'
import { hostileText } from './hostile-values.ts'
import { longRepetitiveText, mutatedJson, mutatedText } from './mutations.ts'
import type { FuzzedParseResult, FuzzedParser } from './fuzzed-parser.ts'

/** Parsers of the links and command-line arguments with which any website or program can open Kiln. */

const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e'
const links = ['kiln://queue', 'kiln://library', 'kiln://capability/face-swap', `kiln://task/${uuid}`, `kiln://result/${uuid}.1`]
const pieces = [
  '/',
  '//',
  '?',
  '#',
  '@',
  ':',
  '%2f',
  '%00',
  '..',
  '-',
  '.',
  '0',
  'A',
  ' ',
  '\n',
  '\u202e',
  'kiln://',
  'KILN:',
  'task/',
  'result/',
  'capability/',
  '?values=1',
  '&x=',
  '\\',
  uuid
]

function linkAttempt(random: () => number): FuzzedParseResult {
  const text =
    random() < 0.01
      ? longRepetitiveText(random, 32_768)
      : random() < 0.05
        ? pickFrom(random, links)
        : mutatedText(random, pickFrom(random, links), pieces, 32_768)
  const link = parseDeepLink(text)
  if (link === null) return { read: '-', fault: null, input: text }
  const { to, id } = link
  const plain = to === 'place' ? `${linkScheme}://${id}` : `${linkScheme}://${to}/${id}`
  const isPlain = /^[a-z0-9.-]{1,200}$/.test(id) && text === plain
  return { read: to, fault: isPlain ? null : `The link was parsed as ${to} ${id}.`, input: text }
}

const words = [
  'kiln://capability/face-swap',
  'KILN:x',
  '/home/me/a.png',
  'a.png',
  '../a.png',
  '--no-sandbox',
  '--user-data-dir=/x',
  '-x',
  'file:///home/me/a.png',
  'file://server/share/a.png',
  'file:///%00',
  'file:%',
  'https://example.com/',
  '',
  '\0',
  '--',
  'C:\\a.png'
]

function callAttempt(random: () => number): FuzzedParseResult {
  if (random() < 0.3) {
    const handed = mutatedJson(random, { links: [links[0] ?? ''], files: ['/home/me/a.png'] }, [
      'links',
      'files',
      'length',
      '__proto__',
      'toString'
    ])
    const { links: calledLinks, files } = parseLaunchTargets(handed)
    const isBounded = calledLinks.length <= 100 && files.length <= 100 && files.every(isAbsolute)
    return {
      read: `handed ${calledLinks.length} ${files.length}`,
      fault: isBounded ? null : 'Too many links or files were accepted.',
      input: handed
    }
  }
  const said = [
    'kiln',
    ...Array.from({ length: Math.floor(random() * 8) }, () =>
      random() < 0.7 ? pickFrom(random, words) : random() < 0.9 ? hostileText(random) : longRepetitiveText(random, 40_000)
    )
  ]
  const { links: calledLinks, files } = parseLaunchArguments(said, {
    isPackaged: random() < 0.5,
    workingDirectory: '/home/me',
    platform: random() < 0.5 ? 'darwin' : 'linux'
  })
  const isSafe = files.every((file) => isAbsolute(file) && !file.startsWith('-')) && calledLinks.every((link) => /^kiln:/i.test(link))
  return {
    read: `${calledLinks.length} ${files.length}`,
    fault: isSafe ? null : 'A switch was parsed as a file, or a file as a link.',
    input: said
  }
}

export const linkParsers: readonly FuzzedParser[] = [
  { name: 'links from outside', share: 40_000, open: async () => ({ attempt: linkAttempt }) },
  { name: 'words of a launch', share: 20_000, open: async () => ({ attempt: callAttempt }) }
]
