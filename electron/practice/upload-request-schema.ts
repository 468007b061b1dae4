import type { JsonSchema } from '../../shared/form/json-schema.ts'

/**
 * Body of `POST /api/v1/files/upload` (spec section 2.3). The spec doesn't say which fields are required. The practice service requires
 * every field except `duration` and `localPath`.
 */
export const uploadRequestSchema: JsonSchema = {
  type: 'object',
  required: ['capability', 'parameter', 'fileName', 'contentType', 'fileSize'],
  properties: {
    capability: { type: 'string', title: 'Capability', description: 'The capability that uses the file.', minLength: 1, maxLength: 200 },
    parameter: {
      type: 'string',
      title: 'Parameter',
      description: 'The media field that uses the file.',
      minLength: 1,
      maxLength: 200
    },
    duration: { type: 'number', title: 'Duration', description: 'Duration in seconds, for video and audio.', minimum: 0 },
    fileName: { type: 'string', title: 'File name', description: 'File name without a path.', minLength: 1, maxLength: 255 },
    localPath: {
      type: 'string',
      title: 'Local path',
      description: 'Path of the file on the computer that runs the command.',
      maxLength: 4096
    },
    contentType: { type: 'string', title: 'Content type', description: 'MIME type of the file.', minLength: 3, maxLength: 200 },
    fileSize: { type: 'integer', title: 'File size', description: 'File size in bytes.', minimum: 1 }
  }
}
