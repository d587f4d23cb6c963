import { errors } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';

/** 5 MB is five million bytes, as the contract tells it apart from the 1 MiB of a JSON body. */
export const maxUploadBytes = 5_000_000;

export const uploadErrors = {
  badForm: errorKind('bad_form', 400, 'The form is broken, or holds something else than one file.'),
  emptyFile: errorKind('empty_file', 400, 'There are no bytes in it.'),
  cutOff: errorKind('cut_off', 400, 'The body ended before its end; nothing was kept.'),
  rangeNotSatisfiable: errorKind(
    'range_not_satisfiable',
    416,
    'The range begins behind the last byte; content-range tells the size.',
  ),
};

const example =
  "as a form, curl -F file=@chart.png, or as the raw body, curl --data-binary @chart.png -H 'content-type: image/png'";

export const badForm = (why: string): Refusal =>
  new Refusal(uploadErrors.badForm, `the form cannot be read: ${why}`, `Send one file, ${example}.`);

export const emptyFile = (): Refusal =>
  new Refusal(uploadErrors.emptyFile, 'the file is empty', `Send one file, ${example}.`);

export const cutOff = (): Refusal =>
  new Refusal(
    uploadErrors.cutOff,
    'the body ended before its end; nothing was kept',
    'Send it again, whole.',
  );

export const wrongType = (why: string): Refusal =>
  new Refusal(
    errors.wrongType,
    `this file is not taken: ${why}`,
    'Taken, by their content, are images (png, jpeg, gif, webp, avif) and UTF-8 texts (text, markdown, json, csv, js, py).',
  );

export const tooLarge = (): Refusal =>
  new Refusal(
    errors.tooLarge,
    `the file is larger than ${maxUploadBytes} bytes`,
    `Send at most 5 MB (${maxUploadBytes} bytes).`,
  );
