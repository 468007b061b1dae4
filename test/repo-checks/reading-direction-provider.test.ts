import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { directionProblems } from '../tools/reading-direction.ts'

/** Path of a temporary folder that is checked as if it were the repository. */
let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kiln-direction-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function problemsOf(path: string, text: string): Promise<string[]> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
  return (await directionProblems(root)).map(({ file, line, message }) => `${file}:${line} ${message}`)
}

const styles = 'renderer/queue/planted.module.css'
const code = 'renderer/queue/planted.tsx'

describe('a stylesheet', () => {
  it.each([
    ['margin-left: 8px', 'Use `margin-inline-start`'],
    ['padding-right: 8px', 'Use `padding-inline-end`'],
    ['scroll-margin-left: 8px', 'Use `scroll-margin-inline-start`'],
    ['left: 0', 'Use `inset-inline-start`'],
    ['right: calc(50% - 8px)', 'Use `inset-inline-end`'],
    ['border-left: 1px solid', 'Use `border-inline-start`'],
    ['border-right-color: red', 'Use `border-inline-end-color`'],
    ['border-top-left-radius: 4px', 'Use `border-start-start-radius`'],
    ['border-bottom-right-radius: 4px', 'Use `border-end-end-radius`'],
    ['text-align: left', 'Use start and end'],
    ['float: right', 'inline-end'],
    ['padding: 0 8px 0 4px', 'Use padding-block and padding-inline'],
    ['margin: 0 auto 0 calc(1px + 2px)', 'Use margin-block and margin-inline'],
    ['inset: 0 auto 0 0', 'Use inset-block and inset-inline'],
    ['border-radius: 4px 0 0 4px', 'border-start-start-radius'],
    ['background: linear-gradient(to right, red, blue)', 'var(--to-end)'],
    ['--track: linear-gradient(90deg, red, blue)', 'var(--to-end)'],
    ['background-position: right top', 'is physical'],
    ['transform-origin: left', 'is physical'],
    ['transform: translateX(4px)', 'var(--way)'],
    ['translate: 14px 0', 'var(--way)'],
    ['rotate: 90deg', 'var(--way)'],
    ['box-shadow: 0 0 2px red, inset 3px 0 0 red', 'var(--way)']
  ])('is rejected with %s', async (declaration, wayOut) => {
    const [problem, ...others] = await problemsOf(styles, `/* left: 0; */\n.row {\n  color: red;\n  ${declaration};\n}\n`)
    expect(problem).toContain(`${styles}:4 `)
    expect(problem).toContain(wayOut)
    expect(others).toEqual([])
  })

  it.each([
    ['margin-inline-start: 8px'],
    ['left: 50%'],
    ['translate: -50% 6px'],
    ['translate: 0 1px'],
    ['translate: calc(14px * var(--way)) 0'],
    ['rotate: calc(90deg * var(--way))'],
    ['padding: 1px 2px 3px 2px'],
    ['inset: auto 0 0'],
    ['border-radius: 3px 3px 0 0'],
    ['background: linear-gradient(160deg, red, blue)'],
    ['background: linear-gradient(var(--to-end), red, blue)'],
    ['box-shadow: 0 1px 2px red, inset 0 0 0 2px blue'],
    ["content: 'left: 0; right: 0;'"],
    ['text-align: center']
  ])('can contain %s', async (declaration) => {
    expect(await problemsOf(styles, `.row {\n  ${declaration};\n}\n`)).toEqual([])
  })

  it('is checked in media queries, and without a final semicolon', async () => {
    expect(await problemsOf(styles, '@media (max-width: 600px) {\n  .row {\n    left: 0\n  }\n}\n')).toEqual([
      expect.stringContaining(`${styles}:3 \`left\``)
    ])
  })
})

describe('the list of physical positions', () => {
  const painter = 'renderer/fields/editor/mask-painter.module.css'

  it('exempts positions on an image, but nothing else in the same file', async () => {
    expect(await problemsOf(painter, '.ring {\n  left: 0;\n}\n.tools {\n  margin-left: 4px;\n}\n')).toEqual([
      expect.stringContaining(`${painter}:5 \`margin-left\``)
    ])
  })

  it('must not contain unnecessary entries', async () => {
    expect(await problemsOf(painter, '.ring {\n  inset-inline-start: 0;\n}\n')).toEqual([expect.stringContaining('Remove it from')])
  })
})

describe('an inline style', () => {
  it.each([
    ['export const A = () => <p style={{ left: 4 }} />'],
    ['export const A = () => <p style={{ top: 0, ...(isOpen && { marginRight: 4 }) }} />'],
    ['const style: CSSProperties = { borderTopLeftRadius: 4 }'],
    ['element.style.paddingLeft = "4px"'],
    ["element.style.setProperty('left', '4px')"],
    ["element?.style.setProperty('inset', '0 auto auto 0')"]
  ])('is rejected as %s', async (text) => {
    expect(await problemsOf(code, `\n${text}\n`)).toEqual([expect.stringContaining(`${code}:2 The style`)])
  })

  it.each([
    ['export const A = () => <p style={{ insetInlineStart: 4, top: 0 }} />'],
    ['export const box = { left: 0, right: 4 }'],
    ["element.style.setProperty('inset-inline', '4px auto')"]
  ])('is accepted as %s', async (text) => {
    expect(await problemsOf(code, `${text}\n`)).toEqual([])
  })
})
