import { parse } from 'csv-parse/sync'

const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** Options of the CSV parser. All line endings are accepted, because files merged from several sources may mix them. */
export const csvParserOptions = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_quotes: true,
  relax_column_count: true
}

const maxSampledCharacters = 64 * 1024
const maxSampledRows = 30

/**
 * Returns the delimiter that splits most of the sampled rows into the same number of cells. If several delimiters do so equally well,
 * returns the one with the most cells. Returns a comma if there is only one column.
 */
export function findDelimiter(text: string): Delimiter {
  const head = text.slice(0, maxSampledCharacters)
  let best: { delimiter: Delimiter; evenness: number; columns: number } = { delimiter: ',', evenness: 0, columns: 1 }
  for (const delimiter of delimiters) {
    const widths = widthsOf(head, delimiter)
    const columns = widths[0] ?? 1
    if (columns < 2) continue
    const evenness = widths.filter((width) => width === columns).length / widths.length
    const isBetter = evenness > best.evenness || (evenness === best.evenness && columns > best.columns)
    if (isBetter) best = { delimiter, evenness, columns }
  }
  return best.delimiter
}

function widthsOf(text: string, delimiter: Delimiter): readonly number[] {
  const widths: number[] = []
  try {
    parse(text, {
      delimiter,
      ...csvParserOptions,
      skip_empty_lines: true,
      to: maxSampledRows,
      on_record: (cells: readonly string[]) => {
        widths.push(cells.length)
        return null
      }
    })
  } catch {
    // Parsing fails if the sample ends within quotes, or if this delimiter is wrong. The rows read so far are used.
  }
  return widths
}
