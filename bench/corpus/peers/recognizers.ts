import * as suite from '@microsoft/recognizers-text-suite';

const english = suite.Culture.English;
const texts = (found: readonly { readonly text: string }[]) => found.map(({ text }) => text);

/** Microsoft's Recognizers; most of these cases are from its own specifications. */
export const recognizers = {
  urls: (text: string) => texts(suite.recognizeURL(text, english)),
  emails: (text: string) => texts(suite.recognizeEmail(text, english)),
  ips: (text: string) => texts(suite.recognizeIpAddress(text, english)),
  phones: (text: string) => texts(suite.recognizePhoneNumber(text, english)),
  dates: (text: string) =>
    suite.recognizeDateTime(text, english).map(({ resolution }) => resolution.values?.[0]?.value),
  money: (text: string) =>
    suite
      .recognizeCurrency(text, english)
      .map(({ resolution }) => [Number(resolution.value), resolution.isoCurrency]),
};
