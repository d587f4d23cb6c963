import { errors } from '../../platform/http/errors.ts';
import { type ErrorKind, errorKind, Refusal } from '../../platform/http/refusal.ts';

/** 5 MB means five million bytes, unlike the 1 MiB limit of JSON bodies. */
export const maxUploadBytes = 5_000_000;

export const uploadErrors = {
  badForm: errorKind('bad_form', 400, 'The form is malformed, or does not contain exactly one file.'),
  accountFull: errorKind(
    'account_full',
    409,
    'The files of the account would exceed its storage quota; delete one first.',
  ),
  bought: errorKind('bought', 409, 'The file has been bought, so it cannot be deleted.'),
  emptyFile: errorKind('empty_file', 400, 'The file is empty.'),
  cutOff: errorKind('cut_off', 400, 'The body is incomplete; nothing was stored.'),
  rangeNotSatisfiable: errorKind(
    'range_not_satisfiable',
    416,
    'The range starts after the last byte; content-range has the size.',
  ),
};

/** All files of one account together. */
export const maxAccountBytes = 100_000_000;

/** The command that uploads a file, ready to paste. */
export const uploadCommand = (cityUrl: string, file = 'chart.png'): string =>
  `curl -X POST '${cityUrl}/api/upload' -H "authorization: Bearer $API_KEY" -F 'file=@${file}'`;

/** A fault found deep inside upload parsing, where the city's URL for the hint is unknown. */
export class BadUpload extends Error {
  readonly kind: ErrorKind;
  readonly advice: string;

  constructor(kind: ErrorKind, error: string, advice: string) {
    super(error);
    this.kind = kind;
    this.advice = advice;
  }
  refusal(cityUrl: string): Refusal {
    return new Refusal(this.kind, this.message, `${this.advice}: ${uploadCommand(cityUrl)}`);
  }
}

export const badForm = (why: string): BadUpload =>
  new BadUpload(uploadErrors.badForm, `the form cannot be read: ${why}`, 'Send one file');

export const emptyFile = (): BadUpload =>
  new BadUpload(uploadErrors.emptyFile, 'the file is empty', 'Send one file');

export const incompleteUpload = (): BadUpload =>
  new BadUpload(uploadErrors.cutOff, 'the body is incomplete; nothing was stored', 'Send the complete file');

export const wrongType = (why: string): BadUpload =>
  new BadUpload(
    errors.wrongType,
    `this file is not accepted: ${why}`,
    'Accepted by content are images (png, jpeg, gif, webp, avif) and UTF-8 texts (text, markdown, json, csv, js, py)',
  );

export const uploadTooLarge = (): BadUpload =>
  new BadUpload(
    errors.tooLarge,
    `the file is larger than ${maxUploadBytes} bytes`,
    `Send at most 5 MB (${maxUploadBytes} bytes)`,
  );

export const deletedMeanwhile = (): BadUpload =>
  new BadUpload(errors.overloaded, 'the file was being deleted while it was uploaded', 'Send it again');

export const accountFull = (used: number): Refusal =>
  new Refusal(
    uploadErrors.accountFull,
    `your files use ${used} of ${maxAccountBytes} bytes, and this one would exceed that`,
    'See them with GET /api/uploads, and delete one: DELETE /files/<name>',
  );
