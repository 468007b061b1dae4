import type { SchemaRuleParams } from '../../../shared/form/fields/schema-errors.ts'
import type { ProblemParams } from '../../../shared/form/problem.ts'
import type { Samples } from './samples.ts'

export const problemSamples: Samples<ProblemParams> = {
  'invalid-value': [
    [
      { subject: { kind: 'field', label: 'Poses' }, path: [1, 1], rule: { code: 'wrong-type', params: { types: ['number'] } }, value: 'x' },
      '“x” in “Poses” must be a number.'
    ],
    [
      {
        subject: { kind: 'field', label: 'Poses' },
        path: [1, 1],
        rule: { code: 'above-maximum', params: { maximum: 1 } },
        value: 1.39
      },
      '1.39 in “Poses” is above the maximum of 1.'
    ],
    [
      { subject: { kind: 'field', label: 'Poses' }, path: ['x'], rule: { code: 'below-minimum', params: { minimum: 0 } }, value: -1 },
      '-1 in “Poses › x” is below the minimum of 0.'
    ],
    [
      { subject: { kind: 'field', label: 'Poses' }, path: ['x'], rule: { code: 'not-above', params: { above: 0 } }, value: 0 },
      '0 in “Poses › x” isn’t greater than 0.'
    ],
    [
      { subject: { kind: 'field', label: 'Poses' }, path: ['x'], rule: { code: 'not-below', params: { below: 1 } }, value: 1 },
      '1 in “Poses › x” isn’t less than 1.'
    ],
    [
      { subject: { kind: 'field', label: 'Poses' }, path: ['x'], rule: { code: 'not-whole', params: {} }, value: 1.5 },
      '1.5 in “Poses › x” isn’t a whole number.'
    ],
    [
      { subject: { kind: 'field', label: 'Poses' }, path: ['x'], rule: { code: 'not-a-multiple', params: { multipleOf: 8 } }, value: 12 },
      '12 in “Poses › x” isn’t a multiple of 8.'
    ],
    [
      { subject: { kind: 'field', label: 'Poses' }, path: [1], rule: { code: 'too-few-items', params: { minItems: 3 } } },
      'The 2nd list in “Poses” needs at least 3 items.'
    ],
    [
      { subject: { kind: 'field', label: 'Shots' }, path: [0, 0, 'note'], rule: { code: 'empty', params: {} } },
      '“Shots › item 1 › row 1 › note” can’t be empty.'
    ],
    [
      { subject: { kind: 'prompt' }, path: [], rule: { code: 'too-long', params: { maxLength: 800, surplus: 1 } } },
      'The prompt can have at most 800 characters. Remove 1 character.'
    ],
    [
      { subject: { kind: 'property', name: 'mood' }, path: [0, 'note'], rule: { code: 'unknown-property', params: {} } },
      '“mood › row 1 › note” isn’t a field the service accepts. Remove it.'
    ]
  ],
  'invalid-form': [[{ rule: { code: 'no-variant', params: {} } }, 'The form doesn’t match any of the formats the service accepts.']],
  'invalid-in-group': [
    [{ group: 'Garment 1', problem: { code: 'missing-media', params: { label: 'Picture' } } }, 'Garment 1: Add the picture.'],
    [
      {
        group: 'Camera',
        problem: {
          code: 'invalid-value',
          params: {
            subject: { kind: 'field', label: 'X' },
            path: [],
            rule: { code: 'wrong-type', params: { types: ['number'] } },
            value: 'left'
          }
        }
      },
      'Camera: “X” must be a number.'
    ]
  ],
  'unknown-field': [
    [{ name: 'seed', title: 'Image generator' }, '“seed” isn’t a field of Image generator. Remove it.'],
    [{ name: 'constructor', title: 'Image generator' }, '“constructor” isn’t a field of Image generator. Remove it.']
  ],
  'missing-prompt': [[{}, 'Write a prompt.']],
  'missing-value': [
    [{ label: 'Sides' }, 'Fill in “Sides”.'],
    [{ label: 'Speed' }, 'Fill in “Speed”.']
  ],
  'missing-choice': [[{ label: 'Look' }, 'Choose a value for “Look”.']],
  'missing-choices': [[{ label: 'Tags', least: 2 }, 'Choose at least 2 options for “Tags”.']],
  'missing-media': [
    [{ label: 'Reference face' }, 'Add the reference face.'],
    [{ label: 'Target photo' }, 'Add the target photo.']
  ],
  'missing-media-items': [[{ least: 1, medium: 'image' }, 'Add at least 1 image.']],
  'not-an-object': [[{ subject: { kind: 'field', label: 'Camera' } }, '“Camera” must be a JSON object.']],
  'not-a-list': [[{ subject: { kind: 'field', label: 'Tags' } }, '“Tags” must be a list.']],
  'unlisted-choice': [
    [
      { subject: { kind: 'field', label: 'Expansion method' }, value: 'magic', choices: ['Direct rewriting', 'Agent-based planning'] },
      '“Expansion method” can’t be “magic”. Choose Direct rewriting or Agent-based planning.'
    ]
  ],
  'unlisted-size': [
    [
      { subject: { kind: 'field', label: 'Size' }, value: '1600*1600', sizes: 16 },
      '“Size” can’t be “1600*1600”. Choose one of the 16 sizes.'
    ],
    [{ subject: { kind: 'field', label: 'Size' }, value: '2048*872', sizes: 14 }, '“Size” can’t be “2048*872”. Choose one of the 14 sizes.']
  ],
  'unlisted-count': [
    [
      { subject: { kind: 'field', label: 'Number of images' }, value: '7', least: 1, most: 6 },
      '“Number of images” can’t be “7”. Choose 1 to 6.'
    ],
    [
      { subject: { kind: 'field', label: 'Number of images' }, value: '0', least: 1, most: 6 },
      '“Number of images” can’t be “0”. Choose 1 to 6.'
    ]
  ],
  'invalid-seed': [
    [
      { subject: { kind: 'field', label: 'Seed' }, value: 2147483648, minimum: 0, maximum: 2147483647 },
      '“Seed” can’t be “2147483648”. Enter a whole number from 0 to 2,147,483,647.'
    ],
    [
      { subject: { kind: 'field', label: 'Seed' }, value: -1, minimum: 0, maximum: 2147483647 },
      '“Seed” can’t be “-1”. Enter a whole number from 0 to 2,147,483,647.'
    ],
    [
      { subject: { kind: 'field', label: 'Seed' }, value: 1.5, minimum: 0, maximum: 2147483647 },
      '“Seed” can’t be “1.5”. Enter a whole number from 0 to 2,147,483,647.'
    ]
  ],
  'not-a-switch': [
    [{ subject: { kind: 'field', label: 'Prompt expansion' } }, '“Prompt expansion” must be on or off.'],
    [{ subject: { kind: 'field', label: 'Thinking' } }, '“Thinking” must be on or off.']
  ],
  'wrong-switch': [
    [{ subject: { kind: 'field', label: 'Consent' }, mustBe: true }, 'Tick “Consent”.'],
    [{ subject: { kind: 'field', label: 'Consent' }, mustBe: false }, '“Consent” must be off.']
  ],
  'unfinished-json': [[{ subject: { kind: 'field', label: 'Extra' } }, '“Extra” isn’t valid JSON yet.']],
  'other-fields-not-an-object': [[{}, 'The other fields must be one JSON object, such as { "name": "value" }.']],
  'not-one-item': [
    [{ subject: { kind: 'media', label: 'Target photo' }, medium: 'image' }, 'The target photo accepts one image, not a list.']
  ],
  'too-few-media': [[{ missing: 1, minItems: 2, medium: 'image' }, 'Add 1 image to reach the minimum of 2.']],
  'too-many-media': [[{ maxItems: 3, surplus: 1, medium: 'image' }, 'This field accepts at most 3 images. Remove 1.']],
  'invalid-web-address': [
    [
      { subject: { kind: 'media-item', medium: 'image', number: 1 }, value: 'vase' },
      'Image 1 can’t be “vase”. Enter a valid web address that starts with https:// or http://.'
    ],
    [
      { subject: { kind: 'media-item', medium: 'image', number: 2 }, value: 'file:///etc/passwd' },
      'Image 2 can’t be “file:///etc/passwd”. Enter a valid web address that starts with https:// or http://.'
    ],
    [
      { subject: { kind: 'media-item', medium: 'image', number: 1 }, value: 'https://' },
      'Image 1 can’t be “https://”. Enter a valid web address that starts with https:// or http://.'
    ]
  ],
  'not-media': [[{ subject: { kind: 'media-item', medium: 'image', number: 1 } }, 'Image 1 must be a file or a web address.']],
  'empty-file': [[{ fileName: 'vase.png' }, 'vase.png is empty. Choose another file.']],
  'damaged-file': [[{ fileName: 'clip.mp4' }, 'clip.mp4 is incomplete or damaged. Choose another file.']],
  'wrong-medium': [
    [
      { fileName: 'notes.png', medium: 'image', content: { medium: null, format: null, contentType: 'text/plain' } },
      'notes.png isn’t an image. It’s a text file. Choose another file.'
    ],
    [
      { fileName: 'vase.png', medium: 'image', content: { medium: null, format: null, contentType: 'application/pdf' } },
      'vase.png isn’t an image. The format is PDF. Choose another file.'
    ],
    [
      { fileName: 'vase.png', medium: 'image', content: { medium: null, format: null, contentType: 'application/octet-stream' } },
      'vase.png isn’t an image. The format isn’t supported. Choose another file.'
    ],
    [
      { fileName: 'clip.png', medium: 'image', content: { medium: 'video', format: 'mp4', contentType: 'image/png' } },
      'clip.png isn’t an image. It’s a video. Choose another file.'
    ]
  ],
  'wrong-format': [
    [
      {
        fileName: 'a.gif',
        format: 'gif',
        formats: ['jpg', 'jpeg', 'png', 'webp', 'bmp'],
        title: 'Image generator 3.0',
        isConvertible: true
      },
      'a.gif is in GIF format. Image generator 3.0 accepts JPG, PNG, WEBP or BMP.'
    ],
    [
      {
        fileName: 'a.tif',
        format: 'tif',
        formats: ['jpg', 'jpeg', 'png', 'webp', 'bmp'],
        title: 'Image generator 3.0',
        isConvertible: true
      },
      'a.tif is in TIFF format. Image generator 3.0 accepts JPG, PNG, WEBP or BMP.'
    ],
    [
      {
        fileName: 'IMG_1.HEIC',
        format: 'heic',
        formats: ['jpg', 'jpeg', 'png', 'bmp', 'tiff', 'webp', 'gif'],
        title: 'Image generator',
        isConvertible: false
      },
      'IMG_1.HEIC is in HEIC format. Image generator accepts JPG, PNG, BMP, TIFF, WEBP or GIF. Kiln can’t convert HEIC. Export the file as JPG or PNG from your photo app.'
    ]
  ],
  'file-too-large': [
    [{ fileName: 'vase.png', bytes: 10485761, maxBytes: 10485760 }, 'vase.png is 10.1 MB. The limit is 10 MB. Choose a smaller file.'],
    [{ fileName: 'vase.png', bytes: 11534336, maxBytes: 10485760 }, 'vase.png is 11.0 MB. The limit is 10 MB. Choose a smaller file.']
  ],
  'short-edge-too-short': [
    [
      { subject: { kind: 'media-item', medium: 'image', number: 1 }, size: { width: 2000, height: 383 }, minShortEdge: 384 },
      'Image 1 is 2000 × 383. The short edge must be at least 384 pixels.'
    ],
    [
      { subject: { kind: 'media-item', medium: 'image', number: 1 }, size: { width: 640, height: 360 }, minShortEdge: 384 },
      'Image 1 is 640 × 360. The short edge must be at least 384 pixels.'
    ],
    [
      { subject: { kind: 'media-item', medium: 'image', number: 2 }, size: { width: 640, height: 360 }, minShortEdge: 384 },
      'Image 2 is 640 × 360. The short edge must be at least 384 pixels.'
    ]
  ],
  'long-edge-too-long': [
    [
      { subject: { kind: 'media', label: 'Source' }, size: { width: 1920, height: 1080 }, maxLongEdge: 1280 },
      'The source is 1920 × 1080. The long edge can be at most 1,280 pixels.'
    ]
  ],
  'wrong-aspect-ratio': [
    [
      { subject: { kind: 'media', label: 'Source' }, size: { width: 1920, height: 1080 }, minAspectRatio: 0.4, maxAspectRatio: 1 },
      'The source is 1920 × 1080. The aspect ratio must be between 2:5 and 1:1.'
    ],
    [
      {
        subject: { kind: 'media', label: 'Source' },
        size: { width: 1920, height: 1080 },
        minAspectRatio: 2.3333333333333335,
        maxAspectRatio: null
      },
      'The source is 1920 × 1080. The aspect ratio must be 7:3 or wider.'
    ],
    [
      { subject: { kind: 'media', label: 'Source' }, size: { width: 1920, height: 1080 }, minAspectRatio: null, maxAspectRatio: 1.537 },
      'The source is 1920 × 1080. The aspect ratio must be 1.54:1 or narrower.'
    ]
  ],
  'too-short-to-play': [
    [{ fileName: 'clip.mp4', seconds: 4.26, minDurationInSeconds: 10 }, 'clip.mp4 is 4.2 seconds long. The minimum is 10 seconds.'],
    [{ fileName: 'clip.mp4', seconds: 1.04, minDurationInSeconds: 10 }, 'clip.mp4 is 1 second long. The minimum is 10 seconds.']
  ],
  'too-long-to-play': [
    [{ fileName: 'clip.mp4', seconds: 4.26, maxDurationInSeconds: 4 }, 'clip.mp4 is 4.3 seconds long. The maximum is 4 seconds.'],
    [{ fileName: 'voice.mp3', seconds: 65.21, maxDurationInSeconds: 30 }, 'voice.mp3 is 65.3 seconds long. The maximum is 30 seconds.']
  ],
  'no-sound': [[{ fileName: 'clip.mp4' }, 'clip.mp4 has no audio. Choose a file with audio.']],
  'not-still': [[{ fileName: 'vase.png' }, 'vase.png is animated. Choose a still image.']],
  'different-size': [
    [
      {
        subject: { kind: 'media', label: 'Mask' },
        size: { width: 1000, height: 768 },
        otherLabel: 'Picture',
        otherSize: { width: 1024, height: 768 }
      },
      'The mask is 1000 × 768, and “Picture” is 1024 × 768. Both must have the same pixel dimensions.'
    ]
  ],
  'file-not-found': [
    [{ fileName: 'me.png' }, '“me.png” can’t be found. Choose it again.'],
    [{ fileName: null }, 'The file can’t be found. Choose it again.']
  ],
  'result-not-found': [[{}, 'The result can’t be found. Choose it again.']],
  'result-removed': [[{}, 'This result isn’t in the library any more. Choose another file.']],
  'unreadable-file': [[{ text: 'me.png can’t be read.' }, 'me.png can’t be read.']],
  'forgotten-file': [[{}, 'Kiln was restarted and no longer has access to this file. Choose it again.']],
  'path-instead-of-file': [[{}, 'Choose this file again.']],
  'capability-not-offered': [
    [{ capabilityId: 'face-swap' }, 'The service doesn’t offer face-swap. Choose another capability in the gallery.']
  ],
  'rejected-by-service': [[{ message: 'Too dark.' }, 'The service says: “Too dark.”']],
  'wrong-cell-count': [
    [{ cells: 1, heads: 3 }, 'This row has 1 cell, but the first row has 3. Check for a missing or extra separator or quotation mark.']
  ],
  'switch-cell': [[{ label: 'Loop', text: 'perhaps' }, '“Loop” can’t be “perhaps”. Enter yes or no.']],
  'choice-cell': [
    [{ label: 'Style', text: 'water', choices: ['Ink', 'Oil paint'], others: 0 }, '“Style” can’t be “water”. Enter Ink or Oil paint.']
  ],
  'size-cell': [
    [
      { label: 'Size', text: '9', sizes: [{ width: 1, height: 2 }], others: 3 },
      '“Size” can’t be “9”. Enter 1 × 2 or another available size.'
    ]
  ],
  'count-cell': [
    [{ label: 'Number of images', text: '9', least: 1, most: 6 }, '“Number of images” can’t be “9”. Enter a number from 1 to 6.']
  ],
  'ambiguous-cell': [
    [{ label: 'Duration', text: '1,500', whole: '1', rest: '500' }, '“Duration” is ambiguous: “1,500”. Enter 1500 or 1.500.']
  ],
  'number-cell': [[{ label: 'Duration', text: 'five' }, '“Duration” can’t be “five”. Enter a number.']],
  'address-cell': [
    [
      { label: 'Image', text: 'ftp://x/a.png' },
      '“Image” can’t be “ftp://x/a.png”. Enter a web address or the name of a file in the table’s folder.'
    ]
  ],
  'outside-file-cell': [
    [
      { label: 'Image', fileName: '/etc/secret.png' },
      '“Image” can’t be “/etc/secret.png”, because that file isn’t in the table’s folder. Put the file there or in a subfolder, then enter its name.'
    ],
    [
      { label: 'Image', fileName: 'C:\\photos\\a.png' },
      '“Image” can’t be “C:\\photos\\a.png”, because that file isn’t in the table’s folder. Put the file there or in a subfolder, then enter its name.'
    ],
    [
      { label: 'Image', fileName: 'in/../../a.png' },
      '“Image” can’t be “in/../../a.png”, because that file isn’t in the table’s folder. Put the file there or in a subfolder, then enter its name.'
    ]
  ],
  'outside-reference-cell': [
    [
      { label: 'Camera' },
      '“Camera” refers to a file outside the table’s folder. Enter the name of a file in that folder, or a web address.'
    ]
  ],
  'json-cell': [
    [{ label: 'Camera', text: 'zoom: 2', isList: false }, '“Camera” isn’t valid JSON: “zoom: 2”. Enter JSON, such as {"name": "value"}.']
  ]
}

export const schemaRuleSamples: Samples<SchemaRuleParams> = {
  'not-allowed': [[{}, 'isn’t allowed here.']],
  'wrong-type': [[{ types: ['string', 'integer', 'null'] }, 'must be text, a whole number or null.']],
  'not-the-constant': [[{ constant: 'a' }, 'can only be “a”.']],
  'not-a-choice': [[{ value: 'c', choices: ['a', 1] }, 'can’t be “c”. Choose a or 1.']],
  empty: [[{}, 'can’t be empty.']],
  'too-short': [[{ minLength: 5, missing: 2 }, 'needs at least 5 characters. Add at least 2 characters.']],
  'too-long': [[{ maxLength: 800, surplus: 1 }, 'can have at most 800 characters. Remove 1 character.']],
  'not-a-colour': [[{}, 'isn’t a colour code. Enter a code such as #FF8800. You can also choose a colour.']],
  'wrong-format-example': [[{ example: 'ABC' }, 'isn’t in the required format. Use a format like “ABC”.']],
  'wrong-format-description': [[{ description: 'Three capital letters.' }, 'isn’t in the required format: Three capital letters.']],
  'wrong-format-pattern': [[{ pattern: '^a$' }, 'doesn’t match the required pattern ^a$.']],
  'below-minimum': [[{ minimum: 5 }, 'can’t be below 5.']],
  'above-maximum': [[{ maximum: 8 }, 'can’t be above 8.']],
  'not-above': [[{ above: 0 }, 'must be greater than 0.']],
  'not-below': [[{ below: 1 }, 'must be less than 1.']],
  'not-whole': [[{}, 'must be a whole number.']],
  'not-a-multiple': [[{ multipleOf: 0.5 }, 'must be a multiple of 0.5.']],
  'too-few-items': [[{ minItems: 1 }, 'needs at least 1 item.']],
  'too-many-items': [[{ maxItems: 2 }, 'can have at most 2 items.']],
  'repeated-item': [[{}, 'can’t contain the same item twice.']],
  'missing-property': [[{ name: 'x' }, 'needs “x”.']],
  'missing-companion': [[{ name: 'x', missing: 'y' }, 'needs “y” along with “x”.']],
  'unknown-property': [[{}, 'isn’t a field the service accepts. Remove it.']],
  'several-variants': [[{}, 'matches several of the formats the service accepts, but must match exactly one.']],
  'no-variant': [[{}, 'doesn’t match any of the formats the service accepts.']],
  'excluded-properties': [[{ names: ['x', 'y'] }, 'can’t contain “x” and “y” here.']]
}
