// Licensed under the Apache License, Version 2.0. See LICENSE.
// Looks at a page in a frame as a reader does, and writes what is wrong into the page around it.

const LEAST_FONT = 12;
const LEAST_CONTRAST = 4.5;
const TOLERANCE = 0.5;

/** What is wrong with the page; names are texts that have to be seen. */
function problemsOf(frame, names) {
  const page = frame.contentDocument;
  const width = frame.contentWindow.innerWidth;
  const style = (element) => frame.contentWindow.getComputedStyle(element);
  const problems = [];

  if (page.scrollingElement.scrollWidth > width) {
    problems.push(`the page is ${page.scrollingElement.scrollWidth} px wide in a window of ${width}`);
  }
  if (frame.contentWindow.performance.getEntriesByType('resource').length > 0) {
    problems.push('the page loads something');
  }
  const pictures = [...page.querySelectorAll('figure > svg')].filter((svg) => style(svg).display !== 'none');
  if (pictures.length !== page.querySelectorAll('figure').length) {
    problems.push(`${pictures.length} pictures are shown`);
  }
  const cards = pictures.flatMap((svg) => [...svg.querySelectorAll('g.card')]);
  const boxes = cards.map((card) => card.querySelector('.box').getBoundingClientRect());
  const textOf = (card) => [...card.querySelectorAll('text')].map((text) => text.textContent).join('');

  cards.forEach((card, i) => {
    const box = boxes[i];
    if (box.left < 0 || box.right > width) {
      problems.push(`'${textOf(card)}' sticks out of the window`);
    }
    for (let j = 0; j < i; j++) {
      if (overlap(box, boxes[j])) {
        problems.push(`'${textOf(card)}' lies upon '${textOf(cards[j])}'`);
      }
    }
    for (const text of card.querySelectorAll('text')) {
      const place = text.getBoundingClientRect();
      if (!contains(box, place)) {
        problems.push(`'${text.textContent}' sticks out of its box`);
      }
      const size = parseFloat(style(text).fontSize) * text.getScreenCTM().a;
      if (size < LEAST_FONT - 0.01) {
        problems.push(`'${text.textContent}' has a font of ${size} px`);
      }
      const contrast = contrastOf(style(text).fill, style(card.querySelector('.box')).fill);
      if (contrast < LEAST_CONTRAST) {
        problems.push(`'${text.textContent}' has a contrast of ${contrast}`);
      }
    }
  });
  const seen = cards.map((card) => textOf(card).replace(/\s/g, ''));
  for (const name of names) {
    if (!seen.some((text) => text.includes(name.replace(/\s/g, '')))) {
      problems.push(`'${name}' is not to be seen`);
    }
  }
  return problems;
}

function contains(outer, inner) {
  return inner.left >= outer.left - TOLERANCE && inner.right <= outer.right + TOLERANCE
    && inner.top >= outer.top - TOLERANCE && inner.bottom <= outer.bottom + TOLERANCE;
}

function overlap(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** As WCAG has it. */
function contrastOf(color, background) {
  const [light, dark] = [luminance(color), luminance(background)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color) {
  const [r, g, b] = color.match(/\d+(\.\d+)?/g).map((part) => {
    const value = parseFloat(part) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

window.addEventListener('load', () => {
  const frame = document.querySelector('iframe');
  const names = JSON.parse(document.getElementById('names').textContent);
  const report = document.createElement('pre');
  report.id = 'report';
  report.textContent = [`width ${frame.contentWindow.innerWidth}`, ...problemsOf(frame, names)].join('\n');
  frame.remove();
  document.body.append(report);
});
