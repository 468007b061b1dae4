import { describe, expect, it } from 'vitest'
import { resultKind } from '../../../../electron/library/downloads/result-kind.ts'
import type { Medium } from '../../../../shared/form/json-schema.ts'
import type { MediaFacts } from '../../../../shared/form/media-facts.ts'

/** Facts about a file whose magic bytes don't match any known format. */
const facts: MediaFacts = {
  name: 'result.part',
  bytes: 0,
  modifiedAt: 0,
  medium: null,
  format: null,
  contentType: 'application/octet-stream',
  width: null,
  height: null,
  durationInSeconds: null,
  hasSound: null,
  isAnimated: false,
  isTorn: false
}

type From = { readonly type?: string; readonly at?: string; readonly expected?: Medium; readonly isWhole?: boolean }

/** Returns the detected kind as `<medium> .<extension>`. Null if the content is an error message. */
function kindOf(content: string | Buffer, { type, at = '/result', expected = 'image', isWhole = true }: From): string | null {
  const kind = resultKind({
    facts,
    start: { bytes: Buffer.from(content as string), isWhole },
    declaredType: type ?? null,
    url: `https://storage.example${at}?X-Signature=a.exe`,
    expectedMedium: expected
  })
  return kind === null ? null : `${kind.medium} .${kind.ending}`
}

const srt = '1\r\n00:00:01,000 --> 00:00:02,000\r\nHello\r\n'
const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'
const ass = '[Script Info]\nTitle: Fox\n'
const lyrics = '[ar: Nobody]\n[00:12.00]Hello\n'
const transcript = 'A red fox ran over the snow.\nIt was not found again.\n'
const animation = JSON.stringify({ fps: 30, frames: [[0, 1, 2]], error: 0.02 })
const csv = 'start,end,text\n0,1,Hello\n'

describe('a text result', () => {
  it.each<[string, string, From, string]>([
    ['subtitles, whatever was expected', srt, { expected: 'video' }, 'text .srt'],
    ['WebVTT subtitles', vtt, { expected: 'audio', type: 'text/plain' }, 'text .vtt'],
    ['styled subtitles', ass, { expected: 'video', type: 'application/octet-stream' }, 'text .ass'],
    [
      'subtitles with an unexpected beginning',
      'by Nobody\n\n00:00:01,000 --> 00:00:02,000\nHello',
      { at: '/a.srt', expected: 'video' },
      'text .srt'
    ],
    ['lyrics', lyrics, { expected: 'audio' }, 'text .lrc'],
    ['a transcript by its address', transcript, { at: '/transcript.txt', expected: 'audio' }, 'text .txt'],
    ['an expected transcript', transcript, { expected: 'text', type: 'text/plain; charset=utf-8' }, 'text .txt'],
    [
      'an expected transcript with a different content type',
      transcript,
      { expected: 'text', type: 'application/octet-stream' },
      'text .txt'
    ],
    ['an expected short word', 'Hello', { expected: 'text' }, 'text .txt'],
    ['JSON by its address', animation, { at: '/motion.json', expected: 'model' }, 'text .json'],
    ['expected JSON', animation, { expected: 'text', type: 'application/json' }, 'text .json'],
    ['expected JSON, by its content', animation, { expected: 'text', type: 'text/plain' }, 'text .json'],
    ['expected JSON without a content type', animation, { expected: 'text' }, 'text .json'],
    ['JSON lines', `${animation}\n${animation}\n`, { at: '/words.jsonl', expected: 'audio' }, 'text .jsonl'],
    ['a transcript that begins with a bracket', '[Music] Hello', { expected: 'text' }, 'text .txt'],
    ['a table', csv, { expected: 'video', type: 'text/csv' }, 'text .csv'],
    ['Markdown', '# Fox\n\nA story.\n', { expected: 'image', type: 'text/markdown' }, 'text .md'],
    ['expected XML', '<tt xmlns="http://www.w3.org/ns/ttml"><body/></tt>', { expected: 'text' }, 'text .txt'],
    ['a long text about errors', 'Error is human. '.repeat(30), { expected: 'text' }, 'text .txt'],
    ['JSON with an empty error field', '{"text":"Hello","error":null,"errors":[]}', { expected: 'text' }, 'text .json'],
    ['JSON that reports success', '{"status":"ok","segments":[{"message":"Hello"}]}', { expected: 'text' }, 'text .json'],
    [
      'JSON that is too long to read completely',
      `{"error":"is the first word","words":[${'1,'.repeat(100)}`,
      { expected: 'text', isWhole: false },
      'text .json'
    ]
  ])('is recognised as %s', (_name, content, from, expected) => {
    expect(kindOf(content, from)).toBe(expected)
  })

  it('can have another encoding', () => {
    const german = 'Ein Fuchs läuft über den Schnee.'
    expect(kindOf(Buffer.from(german, 'latin1'), { expected: 'text' })).toBe('text .txt')
    expect(kindOf(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(srt, 'utf16le')]), { expected: 'video' })).toBe('text .srt')
    expect(kindOf(`\ufeff${vtt}`, { expected: 'video' })).toBe('text .vtt')
  })
})

describe('a web page or an error message', () => {
  const anywhere: readonly From[] = [
    { expected: 'text' },
    { expected: 'image', type: 'image/png', at: '/result.png' },
    { expected: 'text', type: 'text/plain', at: '/transcript.txt' },
    { expected: 'text', type: 'application/json', at: '/transcript.json' },
    { expected: 'model', at: '/scene.gltf' },
    { expected: 'video', at: '/subtitles.srt' }
  ]

  it.each(
    [
      ['a web page', '<!doctype html><title>Sign in</title>'],
      ['a web page in capitals', '\n  <HTML><BODY>Expired</BODY></HTML>'],
      ['a web page behind a comment', '<!-- edge 7 -->\n<html><head></head></html>'],
      ['a web page as XML', '<?xml version="1.0"?><!DOCTYPE html><html/>'],
      ['a fragment of a web page', '<h1>403 Forbidden</h1>'],
      [
        'an S3 error',
        '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>'
      ],
      ['an Azure error', '\ufeff<?xml version="1.0" encoding="utf-8"?><Error><Code>BlobNotFound</Code></Error>'],
      ['an API error', '{"success":false,"errorType":"TASK_NOT_FOUND","message":"gone"}'],
      ['an API error without a type', '{"success":false}'],
      ['a JSON error', '{"error":"expired"}'],
      ['a nested JSON error', '{"error":{"code":404,"message":"Requested entity was not found."}}'],
      ['a gateway error', '{"message":"Forbidden"}'],
      ['a framework error', '{"detail":"Not Found"}'],
      ['an RFC 9457 problem', '{"type":"about:blank","title":"Gone","status":410,"detail":"It is gone."}'],
      ['a JSON storage error', '{"Code":"NoSuchKey","Message":"The specified key does not exist.","RequestId":"1"}'],
      ['a JSON error with only a status', '{"statusCode":"403","request":"x"}'],
      ['a sentence', 'The link has expired.'],
      ['a phrase', 'Access Denied'],
      ['a status', '404 page not found']
    ].flatMap(([name = '', body = '']) => anywhere.map((from) => [name, from, body] as const))
  )('is not a result: %s, %j', (_name, from, body) => {
    expect(kindOf(body, from)).toBeNull()
  })

  it.each<[string, string, From]>([
    ['text instead of an image', 'Come back later', { type: 'text/plain' }],
    ['text at an image’s address', 'Come back later', { type: 'text/csv', at: '/result.png' }],
    ['text instead of subtitles', 'upstream request timeout', { at: '/a.srt', expected: 'video' }],
    ['text instead of JSON', 'upstream request timeout', { at: '/a.json', expected: 'model' }],
    ['JSON instead of an image', '{"status":"processing"}', { type: 'application/json' }]
  ])('is not a result: %s', (_name, content, from) => {
    expect(kindOf(content, from)).toBeNull()
  })
})

describe('the extension of unknown bytes', () => {
  const unknown = Buffer.from([0, 1, 2, 3, 0, 7])

  it.each<[string, From, string]>([
    ['no information', {}, 'image .bin'],
    ['a known content type', { type: 'image/png' }, 'image .png'],
    ['an unknown content type', { type: 'image/x-new', at: '/a.nnx' }, 'image .bin'],
    ['a known extension in the address', { at: '/a.EXR' }, 'image .exr'],
    ['a .part address with a content type', { type: 'image/png', at: '/a.part' }, 'image .png'],
    ['a .part address alone', { at: '/a.part' }, 'image .bin'],
    ['a .part.json address', { at: '/a.part.json' }, 'image .bin'],
    ['a .made address', { at: '/a.made' }, 'image .bin'],
    ['a recipe’s address', { at: '/a.png.json' }, 'image .bin'],
    ['binary data instead of text', { expected: 'text', type: 'text/plain', at: '/a.txt' }, 'text .bin'],
    ['a model that its bytes don’t identify', { expected: 'model', at: '/a.usdz' }, 'model .usdz'],
    ['another medium than expected', { expected: 'image', type: 'video/x-ms-wmv' }, 'video .wmv']
  ])('is correct for %s', (_name, from, expected) => {
    expect(kindOf(unknown, from)).toBe(expected)
  })

  const dangerous =
    'exe com bat cmd scr pif lnk url js jse vbs vbe wsf ps1 msi hta sh command app jar desktop html htm xhtml svg reg dll'.split(' ')
  it.each(dangerous)('is never .%s', (extension) => {
    for (const expected of ['image', 'text', 'model'] as const) {
      expect(kindOf(unknown, { type: 'image/png', at: `/a.${extension}`, expected })).not.toContain(`.${extension}`)
      expect(kindOf(unknown, { at: `/a.${extension}`, expected })).toMatch(/\.bin$/)
      expect(kindOf('echo hello\n', { at: `/a.${extension}`, expected }) ?? '').not.toContain(`.${extension}`)
    }
  })

  it.each([
    ['Windows', Buffer.from('MZ\u0090\u0000', 'latin1')],
    ['Linux', Buffer.from('\u007fELF\u0002', 'latin1')],
    ['macOS', Buffer.from([0xcf, 0xfa, 0xed, 0xfe, 0])]
  ])('is .bin for a %s program that is labelled as an image', (_name, program) => {
    expect(kindOf(program, { type: 'image/png', at: '/out.png' })).toBe('image .bin')
  })

  it('is an archive’s extension for an archive', () => {
    expect(kindOf(Buffer.from('PK\u0003\u0004\u0014\u0000', 'latin1'), { expected: 'model', at: '/model.zip' })).toBe('model .zip')
    expect(kindOf(Buffer.from([0x1f, 0x8b, 8, 0]), { type: 'image/png', at: '/a.png' })).toBe('image .gz')
  })
})

describe('a text of another kind', () => {
  it.each<[string, string, From, string]>([
    ['an SVG image', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', { expected: 'text' }, 'image .svg'],
    ['an SVG image after comments', `${'<!-- a -->\n'.repeat(3_000)}<!DOCTYPE svg PUBLIC "svg.dtd"><!-- b --><svg/>`, {}, 'image .svg'],
    ['plain text after many comments', `${'<!-- a -->'.repeat(3_000)}Hello`, { expected: 'text' }, 'text .txt'],
    ['a model', 'o cube\nv 0 0 0\n', { at: '/cube.obj', expected: 'model' }, 'model .obj'],
    ['a model of a capability that is no longer known', 'o cube\nv 0 0 0\n', { at: '/cube.obj' }, 'model .obj'],
    ['a model by its content type', '{"asset":{"version":"2.0"}}', { type: 'model/gltf+json', expected: 'model' }, 'model .gltf'],
    ['unknown text that storage labels as an image', 'not really a picture', { type: 'image/png', at: '/a.png' }, 'image .png']
  ])('is recognised as %s', (_name, content, from, expected) => {
    expect(kindOf(content, from)).toBe(expected)
  })
})
