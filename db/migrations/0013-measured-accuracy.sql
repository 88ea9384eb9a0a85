-- The accuracy of made-up tables says nothing about people, and none is shown any more.

DROP TABLE methodology_accuracy;
