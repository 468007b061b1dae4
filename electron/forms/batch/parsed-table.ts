import { readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { parse } from 'csv-parse/sync'
import { maxBatchRows } from '../../../shared/form/batch/batch-row.ts'
import type { BatchTable } from '../../../shared/form/batch/rows-from-table.ts'
import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import { say } from '../../../shared/i18n/say.ts'
import { decodeText } from './decode-text.ts'
import { type Delimiter, findDelimiter, csvParserOptions } from './find-delimiter.ts'

const mostBytes = 32 * 1024 * 1024
const mostColumns = 200
/** Maximum number of lines read from a table, including empty lines. Parsing blocks the main process for a few microseconds per line. */
const mostLines = 20_000
const mostCharactersInARow = 1_000_000

export type ParsedTable = BatchTable & { readonly name: string; readonly delimiter: Delimiter }

/**
 * Reads a CSV file, as spreadsheets save it. `hasHeader`: true if the first line contains column names. A `.txt` file without a header is a
 * list. Each of its lines is one cell, even if the line contains commas. Empty lines are skipped. Rows with too few or too many cells are
 * kept, so that the batch can report them.
 *
 * @throws UserFacingError if the file can't be read, is too large or doesn't have any rows
 */
export async function readTable(path: string, hasHeader = true): Promise<ParsedTable> {
  const name = basename(path)
  const { body, given } = withoutDelimiterLine(decodeText(await readBytes(path, name)))
  const delimiter = given ?? findDelimiter(body)
  const isList = !hasHeader && isTextFile(path)
  const lines = (isList ? listOf(body, name) : rowsOf(body, delimiter, name)).filter(({ cells }) =>
    cells.some((cell) => cell.trim() !== '')
  )
  const [head] = lines
  if (head === undefined)
    throw new UserFacingError(say('{name} is empty.', { name }), { advice: say('Choose a table with column names in the first row.') })
  const rows = hasHeader ? lines.slice(1) : lines
  if (rows.length === 0)
    throw new UserFacingError(say('{name} contains only a header row.', { name }), {
      advice: say('The first row contains the column names. Each row below it becomes a task.')
    })
  if (rows.length > maxBatchRows) {
    throw new UserFacingError(
      say('{name} has {rows, number} rows. A batch can have at most {mostRows, number}.', {
        name,
        rows: rows.length,
        mostRows: maxBatchRows
      }),
      {
        advice: say('Split the table into smaller ones.')
      }
    )
  }
  if (head.cells.length > mostColumns)
    throw new UserFacingError(
      say('{name} has {cells} columns. A table can have at most {mostColumns}.', { name, cells: head.cells.length, mostColumns }),
      {
        advice: say('Remove the columns you don’t need.')
      }
    )
  const heads = head.cells.map((cell, place) => (hasHeader && cell.trim()) || say('Column {place}', { place: place + 1 }))
  return { name, delimiter, heads, rows }
}

export function isTextFile(path: string): boolean {
  return extname(path).toLowerCase() === '.txt'
}

/** Returns the cells of a table's header line. */
export async function readColumnNames(path: string): Promise<readonly string[]> {
  const { body, given } = withoutDelimiterLine(decodeText(await readBytes(path, basename(path))))
  const [first = ''] = body.split(/\r?\n/, 1)
  return first.split(given ?? findDelimiter(first)).map((head) => head.replaceAll('"', '').trim())
}

/** Removes a first line such as `sep=;`, which Excel uses to specify the delimiter. `given` is null if there is no such line. */
function withoutDelimiterLine(text: string): { readonly body: string; readonly given: Delimiter | null } {
  const [line = '', given = null] = /^sep=(.)\r?\n/i.exec(text) ?? []
  return { body: text.slice(line.length), given: given as Delimiter | null }
}

async function readBytes(path: string, name: string): Promise<Buffer> {
  try {
    const { size } = await stat(path)
    if (size > mostBytes) {
      throw new UserFacingError(
        say('{name} is {megabytes} MB. A table can be at most {most} MB.', {
          name,
          megabytes: Math.ceil(size / 1024 / 1024),
          most: mostBytes / 1024 / 1024
        }),
        {
          advice: say('Split the table into smaller ones.')
        }
      )
    }
    const bytes = await readFile(path)
    if (isWorkbook(bytes))
      throw new UserFacingError(say('{name} is a spreadsheet workbook, not a CSV file.', { name }), {
        advice: say('Save it as CSV (UTF-8) in your spreadsheet app, then choose the CSV file.')
      })
    return bytes
  } catch (error) {
    if (error instanceof UserFacingError) throw error
    throw new UserFacingError(say('{name} couldn’t be read.', { name }), {
      advice: say('Check that it’s still there and that you can open it.'),
      cause: error
    })
  }
}

/** True for Excel and LibreOffice files, which are ZIP archives or, in older versions, compound files. */
function isWorkbook(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 4).toString('latin1')
  return start === 'PK\u0003\u0004' || start === '\u00d0\u00cf\u0011\u00e0'
}

function listOf(text: string, name: string): BatchTable['rows'] {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.length > mostLines) throw tooManyRows(name)
  return lines.map((cell, place) => ({ row: place + 1, cells: [cell.trim()] }))
}

function tooManyRows(name: string): UserFacingError {
  return new UserFacingError(
    say('{name} has more than {mostLines, number} rows. A batch can have at most {mostRows, number}.', {
      name,
      mostLines,
      mostRows: maxBatchRows
    }),
    { advice: say('Split the table into smaller ones.') }
  )
}

function rowsOf(text: string, delimiter: Delimiter, name: string): BatchTable['rows'] {
  const rows: { row: number; cells: readonly string[] }[] = []
  try {
    parse(text, {
      delimiter,
      ...csvParserOptions,
      max_record_size: mostCharactersInARow,
      to: mostLines + 1,
      on_record: (cells: readonly string[]) => {
        rows.push({ row: rows.length + 1, cells })
        return null
      }
    })
  } catch (error) {
    const row = rows.length + 1
    const isOpenQuote = (error as { code?: unknown }).code === 'CSV_QUOTE_NOT_CLOSED'
    throw new UserFacingError(
      isOpenQuote
        ? say('A quotation mark in row {row} of {name} isn’t closed.', { name, row })
        : say('{name} can’t be read from row {row} onwards.', { name, row }),
      {
        advice: say('Fix the row. You can also export the table again as CSV.'),
        cause: error
      }
    )
  }
  if (rows.length > mostLines) throw tooManyRows(name)
  return rows
}
