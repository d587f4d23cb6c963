import metascraper from 'metascraper';
import author from 'metascraper-author';
import date from 'metascraper-date';
import description from 'metascraper-description';
import image from 'metascraper-image';
import lang from 'metascraper-lang';
import publisher from 'metascraper-publisher';
import title from 'metascraper-title';
import url from 'metascraper-url';

/** The peer with one package of rules per field. */
export const scrape = metascraper(
  [author, date, description, image, lang, publisher, title, url].map((rules) => rules()),
);
