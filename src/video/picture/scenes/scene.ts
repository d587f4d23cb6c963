import { comparisonScene } from './comparison.ts';
import { diagramScene } from './diagram.ts';
import { endScene } from './end.ts';
import { listScene } from './list.ts';
import { numberScene } from './number.ts';
import type { Part } from './part.ts';
import { quoteScene } from './quote.ts';
import type { Setting } from './setting.ts';
import { subjectScene } from './subject.ts';
import { timelineScene } from './timeline.ts';
import { titleScene } from './title.ts';

/** The parts of a beat's scene and where they rest, by its kind: nothing is painted yet. */
export function layOut(setting: Setting): Part[] {
  const { scene } = setting.beat;
  switch (scene.kind) {
    case 'title':
      return titleScene(setting);
    case 'subject':
      return subjectScene(setting, scene.facts);
    case 'comparison':
      return comparisonScene(setting, scene);
    case 'list':
      return listScene(setting, scene.items.slice(0, 5));
    case 'number':
      return numberScene(setting, scene);
    case 'timeline':
      return timelineScene(setting, scene.points.slice(0, 5));
    case 'quote':
      return quoteScene(setting, scene);
    case 'diagram':
      return diagramScene(setting, scene);
    // Until these kinds have drawings of their own, the nearest scene shows their words.
    case 'process':
      return listScene(
        setting,
        scene.steps.slice(0, 5).map(({ label }) => label),
      );
    case 'bars':
      return listScene(
        setting,
        scene.bars
          .slice(0, 5)
          .map(({ label, value }) => `${label}: ${value} ${scene.unit}`.trim().slice(0, 60)),
      );
    case 'line':
      return listScene(
        setting,
        scene.points
          .slice(-5)
          .map(({ label, value }) => `${label}: ${value} ${scene.unit}`.trim().slice(0, 60)),
      );
    case 'map':
      return subjectScene(setting, [scene.places[0]?.name ?? setting.beat.on_screen]);
    case 'versus':
      return comparisonScene(setting, scene);
    case 'definition':
      return quoteScene(setting, { text: scene.meaning, by: scene.term.slice(0, 48) });
    case 'picture':
      return subjectScene(setting, [setting.beat.on_screen]);
    case 'end':
      return endScene(setting);
  }
}
